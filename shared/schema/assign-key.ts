// Setting a key that a client chose on a plain object: `__proto__` becomes an own property like any other, as with
// JSON.parse, and never reaches the prototype.

export function assignKey(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    target[key] = value;
  }
}
