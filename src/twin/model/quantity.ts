const UNITS: Readonly<Record<string, number>> = {
  m: 1e-3,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
};

/** A Kubernetes quantity (`100m`, `2Gi`, `0.5`) as a number; 0 when it is missing or cannot be read. */
export function quantity(text: string | undefined): number {
  const parts = /^([0-9.]+(?:e[0-9]+)?)([a-zA-Z]*)$/.exec(text ?? '');
  if (!parts) return 0;
  return Number(parts[1]) * (parts[2] ? (UNITS[parts[2]] ?? 0) : 1);
}
