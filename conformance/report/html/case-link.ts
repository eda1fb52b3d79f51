// The anchor of a case in the page, and links to it.

import { visible } from '../visible.ts';
import { html, type Markup } from './markup.ts';

/** The id of the element about a case. */
export function caseAnchor(area: string, id: string): string {
  return `case:${area}/${id}`;
}

/** A link to that element. */
export function caseLink(area: string, id: string): Markup {
  return html`<a href="#${encodeURI(visible(caseAnchor(area, id)))}"><code>${area}/${id}</code></a>`;
}
