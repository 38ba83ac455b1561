/* The gamma distribution: its cumulative distribution function, without randomness. Errors are below 1e-10. */

/** The coefficients of Lanczos' approximation of the gamma function, with g = 7. */
const [LANCZOS_FIRST, ...LANCZOS] = [
  0.999_999_999_999_809_93, 676.520_368_121_885_1, -1259.139_216_722_402_8, 771.323_428_777_653_13,
  -176.615_029_162_140_59, 12.507_343_278_686_905, -0.138_571_095_265_720_12,
  9.984_369_578_019_571_6e-6, 1.505_632_735_149_311_6e-7,
] as const;

/** The natural logarithm of the gamma function, for x of at least 0.5. */
export function logGamma(x: number): number {
  const sum = LANCZOS.reduce(
    (total, coefficient, nth) => total + coefficient / (x + nth),
    LANCZOS_FIRST as number,
  );
  const base = x + 6.5;
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(base) - base + Math.log(sum);
}

/** The probability that a gamma variable of this shape and rate 1 is at most x. */
export function gammaCdf(shape: number, x: number): number {
  if (x <= 0) return 0;
  const scale = Math.exp(shape * Math.log(x) - x - logGamma(shape));
  return x < shape + 1 ? scale * series(shape, x) : 1 - scale * fraction(shape, x);
}

const MAX_TERMS = 10_000;
const PRECISION = 1e-15;

function series(shape: number, x: number): number {
  let term = 1 / shape;
  let sum = term;
  for (let nth = 1; nth < MAX_TERMS && term > sum * PRECISION; nth += 1) {
    term *= x / (shape + nth);
    sum += term;
  }
  return sum;
}

/** The continued fraction of the upper part, by Lentz's method. */
function fraction(shape: number, x: number): number {
  const tiny = 1e-300;
  let b = x + 1 - shape;
  let c = 1 / tiny;
  let d = 1 / b;
  let result = d;
  for (let nth = 1; nth < MAX_TERMS; nth += 1) {
    const a = -nth * (nth - shape);
    b += 2;
    d = 1 / (a * d + b || tiny);
    c = b + a / c || tiny;
    const change = d * c;
    result *= change;
    if (Math.abs(change - 1) < PRECISION) break;
  }
  return result;
}
