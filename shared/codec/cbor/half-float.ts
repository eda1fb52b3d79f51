// Floats of 16 bits (IEEE 754 binary16), which CBOR uses for values that need no more.

/** The 16 bits of a finite value that they hold exactly; undefined for any other. */
export function floatBits16(value: number): number | undefined {
  if (Math.fround(value) !== value) return undefined;
  const single = Buffer.allocUnsafe(4);
  single.writeFloatBE(value);
  const bits = single.readUInt32BE();
  const sign = (bits >>> 31) << 15;
  const exponent = ((bits >>> 23) & 0xff) - 127;
  const fraction = bits & 0x7f_ffff;
  if (exponent >= -14 && exponent <= 15) {
    return (fraction & 0x1fff) === 0 ? sign | ((exponent + 15) << 10) | (fraction >>> 13) : undefined;
  }
  if (exponent < -24 || exponent > -15) return undefined;
  // Below the smallest normal number the leading one is written out.
  const shift = -1 - exponent;
  const whole = fraction | 0x80_0000;
  return whole % 2 ** shift === 0 ? sign | (whole >>> shift) : undefined;
}

/** The value of 16 bits; may be infinite or no number. */
export function floatOfBits16(bits: number): number {
  const sign = (bits & 0x8000) === 0 ? 1 : -1;
  const exponent = (bits >>> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
