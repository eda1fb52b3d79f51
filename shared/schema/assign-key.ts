// Setting and reading a key that a client chose on a plain object: `__proto__` becomes an own property like any other, as
// with JSON.parse, and nothing reaches the prototype.

export function assignKey(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    target[key] = value;
  }
}

/** What the object itself holds under a key; undefined when only its prototype does. */
export function ownValue(object: Readonly<Record<string, unknown>>, key: string): unknown {
  // Most keys that are asked for are absent. The plain read finds that faster than `Object.hasOwn`.
  const value = object[key];
  return value === undefined || Object.hasOwn(object, key) ? value : undefined;
}
