// The schema document of a server that has the older form only (OpenAPI v2), as the newer one: what one version of a group needs of
// it. Pure.

type Document = { readonly [key: string]: unknown };
type Documents = Readonly<Record<string, Document>>;

const methods = new Set(['get', 'post', 'put', 'patch', 'delete', 'options', 'head']);
const olderPlace = '#/definitions/';
const newerPlace = '#/components/schemas/';

/**
 * `path`: of the version, `/apis/GROUP/VERSION`. Parameters of forms and headers are left out. Undefined: the text is no document of
 * the older form.
 */
export function newerDocument(text: string, path: string): string | undefined {
  try {
    const { swagger, info, paths, definitions } = JSON.parse(text) as Document;
    if (swagger !== '2.0' || !isDocument(info) || !isDocument(paths)) return undefined;
    const own = Object.entries(paths as Documents).filter(([one]) => one === `${path}/` || one.startsWith(`${path}/`));
    const items = Object.fromEntries(own.map(([one, item]) => [one, newerItem(item)]));
    const schemas = reachable(items, isDocument(definitions) ? (definitions as Documents) : {});
    return JSON.stringify({ openapi: '3.0.0', info, paths: items, components: { schemas } });
  } catch (error) {
    // Not JSON, nested too deep, or something else where an object should be.
    if (error instanceof SyntaxError || error instanceof RangeError || error instanceof TypeError) return undefined;
    throw error;
  }
}

function newerItem(item: Document): Document {
  return Object.fromEntries(
    Object.entries(item).flatMap(([key, value]): [string, unknown][] => {
      if (methods.has(key)) return [[key, newerOperation(value as Document)]];
      if (key === 'parameters') return [[key, parametersOf(value as Document[])]];
      return key.startsWith('x-') ? [[key, value]] : [];
    }),
  );
}

function newerOperation(operation: Document): Document {
  const { consumes = [], produces = [], parameters = [], responses = {}, schemes: _schemes, ...others } = operation;
  const all = parameters as readonly Document[];
  const body = all.find((parameter) => parameter['in'] === 'body');
  const plain = parametersOf(all);
  return {
    ...others,
    ...(plain.length === 0 ? {} : { parameters: plain }),
    ...(body === undefined ? {} : { requestBody: bodyOf(body, consumes as readonly string[]) }),
    responses: Object.fromEntries(
      Object.entries(responses as Documents).map(([code, { description, schema }]) => {
        const content = isDocument(schema) ? { content: contentOf(produces as readonly string[], schema) } : {};
        return [code, { description, ...content }];
      }),
    ),
  };
}

function bodyOf({ schema, required }: Document, consumes: readonly string[]): Document {
  return {
    content: contentOf(consumes, isDocument(schema) ? schema : {}),
    ...(required === true ? { required } : {}),
  };
}

function contentOf(types: readonly string[], schema: Document): Document {
  const newer = newerSchema(schema);
  return Object.fromEntries(types.map((type) => [type, { schema: newer }]));
}

/** What is in the path or the query. */
function parametersOf(parameters: readonly Document[]): readonly Document[] {
  return parameters
    .filter(({ in: place }) => place === 'path' || place === 'query')
    .map(({ name, in: place, description, required, ...schema }) => ({
      name,
      in: place,
      ...(description === undefined ? {} : { description }),
      ...(required === true ? { required } : {}),
      schema: newerSchema(schema),
    }));
}

/** A reference stands alone: with something beside it it becomes one of `allOf`. */
function newerSchema(schema: Document): Document {
  const { $ref, ...others } = schema;
  const rest = Object.fromEntries(Object.entries(others).map(([key, value]) => [key, newerMember(key, value)]));
  if (typeof $ref !== 'string') return rest;
  const reference = { $ref: $ref.startsWith(olderPlace) ? newerPlace + $ref.slice(olderPlace.length) : $ref };
  return Object.keys(rest).length === 0 ? reference : { ...rest, allOf: [reference] };
}

function newerMember(key: string, value: unknown): unknown {
  if (key === 'properties' && isDocument(value)) {
    return Object.fromEntries(Object.entries(value as Documents).map(([name, one]) => [name, newerSchema(one)]));
  }
  if ((key === 'items' || key === 'additionalProperties') && isDocument(value)) return newerSchema(value);
  if (key === 'allOf' && Array.isArray(value)) return (value as readonly Document[]).map(newerSchema);
  return value;
}

/** The types that the paths refer to, and those that these refer to. */
function reachable(paths: Document, definitions: Documents): Document {
  const schemas = new Map<string, Document>();
  const follow = (document: Document): void => {
    for (const name of referencesOf(document)) {
      const definition = Object.hasOwn(definitions, name) ? definitions[name] : undefined;
      if (schemas.has(name) || !isDocument(definition)) continue;
      const newer = newerSchema(definition);
      schemas.set(name, newer);
      follow(newer);
    }
  };
  follow(paths);
  return Object.fromEntries([...schemas].sort(([left], [right]) => (left < right ? -1 : 1)));
}

function referencesOf(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === '$ref' && typeof member === 'string' && member.startsWith(newerPlace)
      ? [member.slice(newerPlace.length)]
      : referencesOf(member),
  );
}

function isDocument(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
