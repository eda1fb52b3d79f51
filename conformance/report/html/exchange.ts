// An exchange formatted for a reader: request and response, with indented JSON bodies.

import { html, type Markup } from './markup.ts';

/** Returns the element of one exchange of a transcript. */
export function exchangeMarkup(text: string): Markup {
  return html`<pre class="wire" tabindex="0" role="region" aria-label="exchange"><code>${text.split('\n').map(line)}</code></pre>`;
}

function line(text: string): Markup {
  const kind = text.startsWith('> ') ? 'sent' : 'heard';
  const body = bodyOf(text.slice(2));
  if (body === undefined)
    return html`<span class="${kind}">${text}</span>
`;
  return html`<span class="${kind}">${text.slice(0, 2)}</span><span class="body">${body}</span>
`;
}

/** Returns indented JSON; undefined for other text, such as a header or a truncated body. */
function bodyOf(text: string): string | undefined {
  if (!text.startsWith('{') && !text.startsWith('[')) return undefined;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return undefined;
  }
}
