// Named formats in expressions: `format.named('dns1123Label').value().validate(text)` returns what is wrong with a text.

import {
  checkDns1035Label,
  checkDns1123Label,
  checkDns1123Subdomain,
  checkLabelValue,
  checkQualifiedName,
} from '../../object/names.ts';
import { declaring, type Library } from '../declare/function.ts';
import type { Type } from '../type/type.ts';
import { isDateTime } from '../value/time.ts';
import { ArrayList, Opaque, Optional, type Value } from '../value/value.ts';
import type { LibraryTypes } from './named-types.ts';
import { urlFault } from './url.ts';

/** What is wrong with a text; empty when nothing is. */
type Check = (text: string) => readonly string[];

interface NamedFormat {
  readonly check: Check;
  /** How long its regular expression is, for costs. */
  readonly pattern: number;
}

class FormatValue extends Opaque {
  readonly type: Type;
  readonly name: string;
  readonly format: NamedFormat;

  constructor(type: Type, name: string, format: NamedFormat) {
    super();
    this.type = type;
    this.name = name;
    this.format = format;
  }

  /** The length of its regular expression: what `validate` costs by. */
  override get size(): number {
    return this.format.pattern;
  }

  equals(other: Value): boolean {
    return other instanceof FormatValue && other.name === this.name;
  }
}

/** A prefix may end with a dash, because more follows. The letter before the dash is not looked at, as in the reference. */
function prefix(check: Check): Check {
  return (text) => check(text.length > 1 && text.endsWith('-') ? `${text.slice(0, -2)}a` : text);
}

function unless(holds: (text: string) => boolean, message: string): Check {
  return (text) => (holds(text) ? [] : [message]);
}

const uuid = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/;

const formats = new Map<string, NamedFormat>([
  ['dns1123Label', { check: checkDns1123Label, pattern: 30 }],
  ['dns1123Subdomain', { check: checkDns1123Subdomain, pattern: 60 }],
  ['dns1035Label', { check: checkDns1035Label, pattern: 30 }],
  ['qualifiedName', { check: checkQualifiedName, pattern: 60 }],
  ['dns1123LabelPrefix', { check: prefix(checkDns1123Label), pattern: 30 }],
  ['dns1123SubdomainPrefix', { check: prefix(checkDns1123Subdomain), pattern: 60 }],
  ['dns1035LabelPrefix', { check: prefix(checkDns1035Label), pattern: 30 }],
  ['labelValue', { check: checkLabelValue, pattern: 40 }],
  ['uri', { check: (text) => [urlFault(text)].filter((fault) => fault !== undefined), pattern: 1104 }],
  ['uuid', { check: unless((text) => uuid.test(text), 'does not match the UUID format'), pattern: 72 }],
  ['byte', { check: unless((text) => base64.test(text), 'invalid base64'), pattern: 84 }],
  ['date', { check: unless((text) => isDateTime(`${text}T00:00:00Z`), 'invalid date'), pattern: 72 }],
  ['datetime', { check: unless((text) => isDateTime(text.toUpperCase()), 'invalid datetime'), pattern: 72 }],
]);

export function namedFormatLibrary(named: LibraryTypes): Library {
  const declare = declaring({ ...named });
  const values = new Map(
    [...formats].map(([name, format]) => [name, new FormatValue(named.NamedFormat, name, format)]),
  );
  return {
    functions: [
      declare(
        'format-validate',
        'NamedFormat.validate(string): optional(list(string))',
        (value: FormatValue, text: string) => {
          const faults = value.format.check(text);
          return faults.length === 0 ? Optional.none : new Optional(new ArrayList(faults));
        },
      ),
      declare('format-named', 'format.named(string): optional(NamedFormat)', (name: string) => {
        const value = values.get(name);
        return value === undefined ? Optional.none : new Optional(value);
      }),
      ...[...values].map(([name, value]) => declare(`format.${name}`, `format.${name}(): NamedFormat`, () => value)),
    ],
  };
}
