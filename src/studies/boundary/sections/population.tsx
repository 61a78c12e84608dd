export function Section() {
  return (
    <p className="section-body explanation">
      There is no band for a population’s function here. What is fitted is no mean over the records: how much it depends
      on who was asked is told by the records only, and they stay private. All that public numbers say is a standard
      deviation of at most √(n/2) times Δ: with 200 records ten times Δ, where the noise of ε = 1 at δ = 10⁻⁵ is 3.7
      times. The bands drawn above are those of the noise.
    </p>
  );
}
