// Forms that values given in code must have, for callers whose compiler did not check them. A form throws a TypeError that
// names the option, says what it must be and never shows a value that may be secret.

/** Throws a TypeError when the value does not have the form; `name` is the option with its path, such as `limits.maxReading`. */
export type Form = (value: unknown, name: string) => void;

function demand(holds: boolean, value: unknown, name: string, what: string): void {
  if (!holds) throw new TypeError(`option ${name}: must be ${what}, not ${kindOf(value)}`);
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return value === '' ? 'an empty text' : 'a text';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

export const text: Form = (value, name) => demand(typeof value === 'string' && value !== '', value, name, 'a text');

/** The content of a file, which may be empty. */
export const content: Form = (value, name) => demand(typeof value === 'string', value, name, 'a text');

export const flag: Form = (value, name) => demand(typeof value === 'boolean', value, name, 'true or false');

/** What the program calls. */
export const callback: Form = (value, name) => demand(typeof value === 'function', value, name, 'a function');

/** An object, of whatever class, with these methods. */
export function methods(names: readonly string[]): Form {
  return (value, name) => {
    const holds =
      isRecord(value) && names.every((key) => typeof (value as Record<string, unknown>)[key] === 'function');
    demand(holds, value, name, `an object with the methods ${names.join(', ')}`);
  };
}

/** The text of certificates or keys; a path in its place is what people give by mistake. */
export const pem: Form = (value, name) => {
  const holds = typeof value === 'string' && value.includes('-----BEGIN ');
  demand(holds, value, name, 'the text of a PEM file (not its path)');
};

export function wholeNumber(least = 0, most = Number.MAX_SAFE_INTEGER): Form {
  const what = most === Number.MAX_SAFE_INTEGER ? `of ${least} or more` : `from ${least} to ${most}`;
  return (value, name) => {
    const holds = Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most;
    demand(holds, value, name, `a whole number ${what}`);
  };
}

export function number(least: number, most = Number.POSITIVE_INFINITY): Form {
  const what = most === Number.POSITIVE_INFINITY ? `of ${least} or more` : `from ${least} to ${most}`;
  return (value, name) => {
    const holds = typeof value === 'number' && value >= least && value <= most;
    demand(holds, value, name, `a number ${what}`);
  };
}

export function oneOf(known: readonly string[]): Form {
  return (value, name) => {
    if (typeof value === 'string' && known.includes(value)) return;
    const given = typeof value === 'string' ? JSON.stringify(value.slice(0, 64)) : kindOf(value);
    throw new TypeError(`option ${name}: must be one of ${known.join(', ')}, not ${given}`);
  };
}

/** With `least` elements or more. */
export function list(element: Form, least = 0): Form {
  return (value, name) => {
    demand(Array.isArray(value), value, name, 'a list');
    const count = (value as unknown[]).length;
    if (count < least) throw new TypeError(`option ${name}: must have at least ${least} of them, not ${count}`);
    for (const [index, item] of (value as unknown[]).entries()) element(item, `${name}[${index}]`);
  };
}

/** An object whose keys are data. */
export function map(element: Form): Form {
  return (value, name) => {
    demand(isRecord(value), value, name, 'an object');
    for (const [key, item] of Object.entries(value as object)) element(item, `${name}[${JSON.stringify(key)}]`);
  };
}

/** True or false, or what the form says. */
export function flagOr(form: Form): Form {
  return (value, name) => {
    if (typeof value !== 'boolean') form(value, name);
  };
}

/** An object of whatever fields, or what the form says. */
export function objectOr(form: Form): Form {
  return (value, name) => {
    if (!isRecord(value)) form(value, name);
  };
}

/**
 * An object with these fields. Those in `required` must be set; undefined counts as absent. The compiler demands a form for
 * every field of `T`. An empty name stands for the options themselves.
 */
export function shape<T extends object>(
  forms: { readonly [K in keyof Required<T>]: Form },
  required: readonly (keyof T & string)[] = [],
): Form {
  const known = new Map<string, Form>(Object.entries(forms));
  return (value, name) => {
    if (!isRecord(value)) {
      if (name !== '') demand(false, value, name, 'an object');
      throw new TypeError(`options must be an object, not ${kindOf(value)}`);
    }
    const path = (key: string): string => (name === '' ? key : `${name}.${key}`);
    for (const [key, item] of Object.entries(value)) {
      const form = known.get(key);
      if (form === undefined)
        throw new TypeError(`option ${path(key)} is unknown${suggestion(key, [...known.keys()])}`);
      if (item !== undefined) form(item, path(key));
    }
    const missing = required.find((key) => (value as Record<string, unknown>)[key] === undefined);
    if (missing !== undefined) throw new TypeError(`option ${path(missing)} is missing`);
  };
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A known name that differs in upper and lower case, or in signs between words, or contains the other. */
function suggestion(given: string, known: readonly string[]): string {
  const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');
  const near =
    known.find((name) => plain(name) === plain(given)) ?? known.find((name) => overlap(plain(name), plain(given)));
  return near === undefined ? '' : `; is it ${near}?`;
}

function overlap(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length > 3 && long.includes(short);
}
