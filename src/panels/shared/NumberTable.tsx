/** Longer values are sentences. */
const longestNumber = 48;

export function NumberTable({ rows }: { readonly rows: readonly (readonly [name: string, value: string])[] }) {
  return (
    <table>
      <tbody>
        {rows.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className={value.length > longestNumber ? "words" : undefined}>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
