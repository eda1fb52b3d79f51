// Hides what no report may contain: credentials of the run, and text of a target that works as a credential. Applied
// once, where a report is made or read, so that every report form is covered.

import type { CaseResult, Check } from '../runner/result.ts';

/** The replacement of a secret. */
export const hiddenMark = '(hidden)';

/** Shorter secrets are not hidden: they may be ordinary words, and hiding those would make the report unreadable. */
const shortestSecret = 6;

const named =
  'token|id_token|id-token|access_token|refresh_token|client_secret|password|token-secret|client-key-data|tls\\.key|ssh-privatekey';
const rules: readonly (readonly [RegExp, string])[] = [
  // A token as it is, in base64 as in a Secret, and in a WebSocket handshake.
  [/(?<![\w-])eyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g, hiddenMark],
  [/\bZXlK[A-Za-z0-9+/]{24,}={0,2}/g, hiddenMark],
  [/(base64url\.bearer\.)[^,\s"\\]+/g, `$1${hiddenMark}`],
  [/\b[a-z0-9]{6}\.[a-z0-9]{16}\b/g, hiddenMark],
  [/\b(Bearer +)[\w.~+/=-]{16,}/g, `$1${hiddenMark}`],
  [/-----BEGIN ([A-Z ]*)PRIVATE KEY-----[^]*?(?:-----END \1PRIVATE KEY-----|$)/g, hiddenMark],
  [/^([<>] (?:proxy-)?(?:authorization|authentication-info)|^[<>] (?:set-)?cookie): .*$/gim, `$1: ${hiddenMark}`],
  // Quotes may be escaped, as in JSON within JSON.
  [new RegExp(`(?<!\\\\)(\\\\*"(?:${named})\\\\*" *: *\\\\*")[^"\\\\]+`, 'g'), `$1${hiddenMark}`],
  [new RegExp(`([?&](?:${named})=)[^&\\s"]+`, 'g'), `$1${hiddenMark}`],
  [/(:\/\/)[^/\s@"']+@/g, `$1${hiddenMark}@`],
];
const encodedPem = /LS0tLS1CRUdJTi[A-Za-z0-9+/]+={0,2}/g;

/** Returns a function that hides secrets in a text; `secrets` are hidden verbatim. */
export function redactor(secrets: readonly string[] = []): (text: string) => string {
  const known = secrets.filter(({ length }) => length >= shortestSecret);
  return (text) => {
    let open = text;
    for (const secret of known) open = open.replaceAll(secret, hiddenMark);
    for (const [pattern, replacement] of rules) open = open.replace(pattern, replacement);
    return open.replace(encodedPem, (encoded) =>
      Buffer.from(encoded, 'base64').toString('latin1').includes('PRIVATE KEY') ? hiddenMark : encoded,
    );
  };
}

/** Returns the result without secrets in any text from the target. */
export function redactedResult(result: CaseResult, hide: (text: string) => string): CaseResult {
  const { checks } = result;
  return {
    ...withoutSecrets(result, hide),
    ...(checks && { checks: checks.map((each) => withoutSecrets(each, hide)) }),
  };
}

function withoutSecrets<T extends CaseResult | Check>(each: T, hide: (text: string) => string): T {
  const fields = Object.entries(each).map(([name, value]: [string, unknown]) => {
    if (name === 'transcript') return [name, (value as readonly string[]).map(hide)];
    return [name, fromTarget.has(name) ? hide(value as string) : value];
  });
  return Object.fromEntries(fields) as T;
}

/** Fields of results and checks with text from the target. */
const fromTarget = new Set(['what', 'expected', 'got', 'message', 'reason']);
