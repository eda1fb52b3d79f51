// The parts of the older form of the schema document (OpenAPI v2, "Swagger"), as a reading of the newer one: bodies as parameters,
// references into `definitions`. Pure.

export type Document = { readonly [key: string]: unknown };

interface Operation extends Document {
  /** Absent where there are none. */
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Contents };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Contents }>>;
}
interface Parameter extends Document {
  readonly schema: Document;
}
type Contents = Readonly<Record<string, { readonly schema?: Document }>>;

const methods = new Set(['get', 'post', 'put', 'patch', 'delete']);
const newerPlace = '#/components/schemas/';
const olderPlace = '#/definitions/';

/** The methods of a path. */
export function swaggerPath(item: Document): Document {
  return Object.fromEntries(
    Object.entries(item).map(([key, value]) => {
      if (methods.has(key)) return [key, operation(value as Operation)];
      return key === 'parameters' ? [key, (value as readonly Parameter[]).map(parameter)] : [key, value];
    }),
  );
}

function operation({ parameters = [], requestBody, responses, ...rest }: Operation): Document {
  const consumes = Object.keys(requestBody?.content ?? {});
  const produces = [...new Set(Object.values(responses).flatMap(({ content }) => Object.keys(content ?? {})))];
  const body = requestBody === undefined ? [] : [bodyParameter(schemaOf(requestBody.content))];
  const all = [...body, ...parameters.map(parameter)];
  return {
    ...(consumes.length === 0 ? {} : { consumes }),
    ...(produces.length === 0 ? {} : { produces }),
    ...(all.length === 0 ? {} : { parameters: all }),
    responses: mapped(responses, ({ description, content }) => {
      const answered = schemaOf(content ?? {});
      return { description, ...(answered === undefined ? {} : { schema: swaggerSchema(answered) }) };
    }),
    ...rest,
  };
}

/** A patch is any object. */
function bodyParameter(of: Document | undefined): Document {
  const known = of !== undefined && Object.keys(of).length > 0;
  return { name: 'body', in: 'body', required: true, schema: known ? swaggerSchema(of) : { type: 'object' } };
}

function schemaOf(content: Contents): Document | undefined {
  return Object.values(content).find((entry) => entry.schema !== undefined)?.schema;
}

/** What is in the path or the query says its type itself. */
function parameter({ schema: type, ...rest }: Parameter): Document {
  return { ...rest, ...type };
}

/**
 * Alternatives do not exist in the older form: what may be a number or a text is called a text, and what schemas of extension
 * kinds say beyond types is left out.
 */
export function swaggerSchema(document: Document): Document {
  const { allOf, oneOf, anyOf: _anyOf, not: _not, nullable: _nullable, ...others } = document;
  const { properties, items, additionalProperties, $ref, ...rest } = others;
  const first = (allOf as readonly Document[] | undefined)?.[0];
  const wrapped = typeof first?.['$ref'] === 'string' ? first : undefined;
  return {
    ...(oneOf === undefined ? {} : { type: 'string' }),
    ...(wrapped === undefined ? {} : swaggerSchema(wrapped)),
    ...(typeof $ref === 'string' ? { $ref: $ref.replace(newerPlace, olderPlace) } : {}),
    ...(properties === undefined ? {} : { properties: mapped(properties as Record<string, Document>, swaggerSchema) }),
    ...(items === undefined ? {} : { items: swaggerSchema(items as Document) }),
    ...(additionalProperties === undefined
      ? {}
      : {
          additionalProperties:
            typeof additionalProperties === 'boolean'
              ? additionalProperties
              : swaggerSchema(additionalProperties as Document),
        }),
    ...rest,
  };
}

function mapped<From, To>(record: Readonly<Record<string, From>>, change: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
