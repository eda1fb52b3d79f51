// Hides the values of Secrets in a body, so that a report may show it.

const mark = '(hidden)';

/**
 * Returns the body with the values of Secrets hidden. A body that is not JSON and contains a Secret is hidden
 * completely.
 */
export function shownBody(body: string): string {
  if (!body.includes('Secret')) return body;
  try {
    const value: unknown = JSON.parse(body);
    return holdsSecret(value) ? JSON.stringify(withoutValues(value)) : body;
  } catch {
    return `${mark}: ${body.length} characters about a Secret`;
  }
}

/** Whether it is a Secret, or a list or a table of them. */
function holdsSecret(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(holdsSecret);
  const kind: unknown = Reflect.get(value, 'kind');
  return kind === 'Secret' || kind === 'SecretList' || Object.values(value).some(holdsSecret);
}

function withoutValues(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutValues);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      name === 'data' || name === 'stringData' ? hiddenValues(inner) : hiddenCopy(name, inner),
    ]),
  );
}

function hiddenValues(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value === null ? null : mark;
  return Object.fromEntries(Object.keys(value).map((name) => [name, mark]));
}

/** The last-applied annotation contains the values again. */
function hiddenCopy(name: string, value: unknown): unknown {
  return name.endsWith('/last-applied-configuration') ? mark : withoutValues(value);
}
