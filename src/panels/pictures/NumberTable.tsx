/** Rows of names and numbers. */
export function NumberTable({ rows }: { readonly rows: readonly (readonly [name: string, value: string])[] }) {
  return (
    <table>
      <tbody>
        {rows.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
