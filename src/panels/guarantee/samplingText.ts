export function samplingText(method: string): string {
  return texts[method] ?? method;
}

const texts: Readonly<Record<string, string>> = {
  spectral: "Fourier series, coefficients in closed form",
  circulant: "circulant embedding, negative eigenvalues raised to zero",
  autoregressive: "recursion from point to point",
};
