// One object of a connection file with its path, so that every error names file and field.

import { resolve } from 'node:path';

/** PEM text, or the file that holds it, which is read again when it changes. */
export type PemSource = { readonly pem: string } | { readonly file: string };

/** The file cannot be used; the message names file and field. */
export class ConnectionConfigError extends Error {
  override readonly name = 'ConnectionConfigError';
}

/** One object of the file with its path, so that every error can name its field. */
export class ConfigSection {
  readonly #fields: ReadonlyMap<string, unknown>;
  readonly #source: string;
  readonly #path: string;
  readonly #folder: string;

  constructor(content: unknown, source: string, path: string, folder: string) {
    this.#source = source;
    this.#path = path;
    this.#folder = folder;
    if (typeof content !== 'object' || content === null || Array.isArray(content)) this.fail('', 'is not an object');
    this.#fields = new Map(Object.entries(content));
  }

  fail(field: string, problem: string): never {
    const path = [this.#path, field].filter((part) => part !== '').join('.');
    throw new ConnectionConfigError(`${this.#source}: ${path === '' ? '' : `${path}: `}${problem}`);
  }

  has(field: string): boolean {
    return this.#fields.get(field) !== undefined && this.#fields.get(field) !== null;
  }

  /** undefined for absent, null and empty. */
  text(field: string): string | undefined {
    const value = this.#fields.get(field) ?? '';
    if (typeof value !== 'string') this.fail(field, 'is not a string');
    return value === '' ? undefined : value;
  }

  required(field: string): string {
    return this.text(field) ?? this.fail(field, 'is missing');
  }

  flag(field: string): boolean {
    const value = this.#fields.get(field) ?? false;
    if (typeof value !== 'boolean') this.fail(field, 'is neither true nor false');
    return value;
  }

  path(field: string): string | undefined {
    const name = this.text(field);
    return name === undefined ? undefined : resolve(this.#folder, name);
  }

  /** `<field>-data` in base64, which wins, or the file that `<field>` names. */
  pem(field: string): PemSource | undefined {
    const data = this.text(`${field}-data`);
    if (data !== undefined) {
      const pem = Buffer.from(data, 'base64').toString('utf8');
      if (!pem.includes('-----BEGIN ')) this.fail(`${field}-data`, 'is not base64 of PEM text');
      return { pem };
    }
    const file = this.path(field);
    return file === undefined ? undefined : { file };
  }

  /** An object inside this one; an absent one reads as empty. */
  section(field: string): ConfigSection {
    const path = [this.#path, field].filter((part) => part !== '').join('.');
    return new ConfigSection(this.#fields.get(field) ?? {}, this.#source, path, this.#folder);
  }

  /** The elements of a list; none when it is absent. */
  list(field: string): readonly unknown[] {
    const value = this.#fields.get(field) ?? [];
    if (!Array.isArray(value)) this.fail(field, 'is not a list');
    return value;
  }

  /** The members of an object; none when it is absent. */
  entries(field: string): readonly (readonly [string, unknown])[] {
    const value = this.#fields.get(field) ?? {};
    if (typeof value !== 'object' || Array.isArray(value)) this.fail(field, 'is not an object');
    return Object.entries(value);
  }

  /** The entry of this name in a list of `{name, <inner>}`. */
  named(list: string, name: string, inner: string): ConfigSection {
    const entries = this.list(list);
    const index = entries.findIndex((entry: unknown) => (entry as { name?: unknown } | null)?.name === name);
    if (index === -1) this.fail(list, `has no entry named ${JSON.stringify(name)}`);
    const content = (entries[index] as Record<string, unknown>)[inner] ?? {};
    return new ConfigSection(content, this.#source, `${list}[${index}].${inner}`, this.#folder);
  }
}
