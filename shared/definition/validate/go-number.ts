// Numbers as the reference server prints them in its messages.

/** The shortest form, with an exponent from a million on and below a ten thousandth. */
export function goFloat(value: number): string {
  if (value === 0) return '0';
  const power = Math.floor(Math.log10(Math.abs(value)));
  if (power >= -4 && power < 6) return String(value);
  return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
}
