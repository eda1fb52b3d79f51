// Why a text is no IP address, in the words of the reference server's parser.

/** Of a text that is none. `text` is the whole of it. */
export function addressFault(text: string): string {
  const fault = /[.:%]/.exec(text)?.[0];
  const reason =
    fault === '.' ? v4Fault(text) : fault === ':' ? v6Fault(text) : fault === '%' ? 'missing IPv6 address' : undefined;
  return `ParseAddr(${JSON.stringify(text)}): ${reason ?? 'unable to parse IP'}`;
}

function at(reason: string, rest: string): string {
  return `${reason} (at ${JSON.stringify(rest)})`;
}

/** Undefined: none was found. */
function v4Fault(text: string): string | undefined {
  let field = '';
  let fields = 1;
  for (const [place, character] of Array.from(text).entries()) {
    if (/\d/.test(character)) {
      if (field === '0') return 'IPv4 field has octet with leading zero';
      field += character;
      if (Number(field) > 255) return 'IPv4 field has value >255';
    } else if (character === '.') {
      if (field === '' || place === text.length - 1)
        return at('IPv4 field must have at least one digit', text.slice(place));
      if (fields === 4) return 'IPv4 address too long';
      fields += 1;
      field = '';
    } else {
      return at('unexpected character', text.slice(place));
    }
  }
  return fields < 4 ? 'IPv4 address too short' : undefined;
}

function v6Fault(text: string): string | undefined {
  const zone = text.indexOf('%');
  if (zone === text.length - 1) return 'zone must be a non-empty string';
  let rest = zone < 0 ? text : text.slice(0, zone);
  let shortened = rest.startsWith('::');
  if (shortened) rest = rest.slice(2);
  let groups = 0;
  for (; groups < 8 && rest !== ''; groups += 1) {
    const [digits = ''] = /^[0-9a-f]*/i.exec(rest) ?? [];
    if (digits.length > 4) return at('each group must have 4 or less digits', rest);
    if (digits === '') return at('each colon-separated field must have at least one digit', rest);
    if (rest[digits.length] === '.') {
      if (!shortened && groups !== 6)
        return at('embedded IPv4 address must replace the final 2 fields of the address', rest);
      if (groups > 6) return at('too many hex fields to fit an embedded IPv4 at the end of the address', rest);
      const fault = v4Fault(rest);
      if (fault !== undefined) return fault;
      groups += 2;
      rest = '';
      break;
    }
    rest = rest.slice(digits.length);
    if (rest === '') continue;
    if (!rest.startsWith(':')) return at('unexpected character, want colon', rest);
    if (rest === ':') return at('colon must be followed by more characters', rest);
    rest = rest.slice(1);
    if (!rest.startsWith(':')) continue;
    if (shortened) return at('multiple :: in address', rest);
    shortened = true;
    rest = rest.slice(1);
  }
  if (rest !== '') return at('trailing garbage after address', rest);
  if (groups < 8) return shortened ? undefined : 'address string too short';
  return shortened ? 'the :: must expand to at least one field of zeros' : undefined;
}
