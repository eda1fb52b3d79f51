// One request and its response, as they were on the wire. Nothing is interpreted before a case asks for it, and
// everything is kept for the report of a failure.

import { shownBody } from './shown-body.ts';

/** A request as it was sent. Values of credential headers are hidden. */
export interface SentRequest {
  readonly method: string;
  /** Path with query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
}

/** Headers of a response: lower-case names, every value in order. */
export type ResponseHeaders = ReadonlyMap<string, readonly string[]>;

/** A request with its response. */
export class Exchange {
  readonly request: SentRequest;
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: Uint8Array;

  constructor(request: SentRequest, status: number, headers: ResponseHeaders, body: Uint8Array) {
    this.request = request;
    this.status = status;
    this.headers = headers;
    this.body = body;
  }

  /** `METHOD /path` for messages. */
  get title(): string {
    return `${this.request.method} ${this.request.path}`;
  }

  /** The first value of a header, undefined when it is absent. */
  header(name: string): string | undefined {
    return this.headers.get(name.toLowerCase())?.[0];
  }

  /** The body as UTF-8. */
  text(): string {
    return Buffer.from(this.body).toString('utf8');
  }

  /** The body parsed as JSON. Throws SyntaxError, not ExpectationFailed; use `expectJson` in a case. */
  json(): unknown {
    return JSON.parse(this.text());
  }

  /** The exchange as lines for a failure report; long bodies are truncated, values of Secrets are hidden. */
  transcript(): string {
    const lines = [`> ${this.title}`];
    for (const [name, value] of Object.entries(this.request.headers))
      lines.push(`> ${name}: ${[value].flat().join(', ')}`);
    if (this.request.body !== undefined) lines.push(`> ${cut(this.request.body)}`);
    lines.push(`< ${this.status}`);
    for (const [name, values] of this.headers) lines.push(`< ${name}: ${values.join(', ')}`);
    if (this.body.length > 0) lines.push(`< ${cut(this.text())}`);
    return lines.join('\n');
  }
}

function cut(body: string): string {
  const text = shownBody(body);
  const line = text.replaceAll('\n', '\\n');
  return line.length > 2000 ? `${line.slice(0, 2000)}... (${text.length} characters)` : line;
}
