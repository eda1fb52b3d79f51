// HTML that cannot be injected into: a tagged template in which every value is text, unless it was made by the same template.

import { visible } from '../visible.ts';

/** HTML that is safe to insert. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = Markup | string | number | undefined | readonly Markup[];

/** Text is escaped, also within quoted attributes; lists of markup stand one after the other; undefined is nothing. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Markup {
  // The template has a part more than values.
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
