// An exchange as a reader wants it: who said what, and JSON bodies in lines.

import { html, type Markup } from './markup.ts';

/** The element of one exchange, as the transcript has it. */
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

/** JSON in lines; undefined for what is none, such as a header or a body that was cut. */
function bodyOf(text: string): string | undefined {
  if (!text.startsWith('{') && !text.startsWith('[')) return undefined;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return undefined;
  }
}
