// HTML without injection: a tagged template that escapes every value, unless the same template made it.

import { visible } from '../visible.ts';

/** HTML that is safe to insert. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = Markup | string | number | undefined | readonly Markup[];

/** Escapes text, also in quoted attributes; joins lists of markup; renders undefined as nothing. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Markup {
  // A template has one more string part than values.
  return new Markup(strings.map((part, index) => part + shown(values[index])).join(''));
}

function shown(value: Value): string {
  if (value === undefined) return '';
  if (value instanceof Markup) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return escaped(String(value));
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return visible(text).replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
