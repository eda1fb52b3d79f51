// The parts of the older form of the schema document (OpenAPI v2, "Swagger"), as a reading of the newer one: bodies as parameters,
// references into `definitions`. Pure.

export type Document = { readonly [key: string]: unknown };

interface Operation extends Document {
  /** Absent where there are none. */
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Contents; readonly required?: boolean };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Contents }>>;
}
interface Parameter extends Document {
  readonly schema: Document;
}
type Contents = Readonly<Record<string, { readonly schema?: Document }>>;

const methods = new Set(['get', 'post', 'put', 'patch', 'delete', 'options', 'head']);
const newerPlace = '#/components/schemas/';
const olderPlace = '#/definitions/';

/** What the older form has of schemas, beside extensions. Other servers' documents may have more. */
const keywords = new Set(
  [
    'format title description required enum type externalDocs example multipleOf',
    'maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern',
    'maxItems minItems uniqueItems maxProperties minProperties',
  ].flatMap((line) => line.split(' ')),
);

/** The methods of a path. */
export function swaggerPath(item: Document): Document {
  return Object.fromEntries(
    Object.entries(item).flatMap(([key, value]): [string, unknown][] => {
      if (methods.has(key)) return [[key, operation(value as Operation)]];
      return key === 'parameters' ? [[key, parametersOf(value as readonly Parameter[])]] : [];
    }),
  );
}

function operation({ parameters = [], requestBody, responses, ...others }: Operation): Document {
  const { tags, description, operationId } = others;
  const said = Object.entries({ tags, description, operationId }).filter(([, value]) => value !== undefined);
  const extensions = Object.entries(others).filter(([key]) => key.startsWith('x-'));
  const consumes = requestBody === undefined ? ['*/*'] : Object.keys(requestBody.content);
  const produces = [...new Set(Object.values(responses).flatMap(({ content }) => Object.keys(content ?? {})))];
  const body = requestBody === undefined ? [] : [bodyParameter(requestBody)];
  const all = [...body, ...parametersOf(parameters)];
  return {
    consumes,
    ...(produces.length === 0 ? {} : { produces }),
    ...(all.length === 0 ? {} : { parameters: all }),
    responses: mapped(responses, ({ description, content }) => {
      const answered = schemaOf(content ?? {});
      return { description, ...(answered === undefined ? {} : { schema: swaggerSchema(answered) }) };
    }),
    schemes: ['https'],
    ...Object.fromEntries([...said, ...extensions]),
  };
}

function bodyParameter({ content, required = false }: NonNullable<Operation['requestBody']>): Document {
  const of = schemaOf(content);
  const schema = of === undefined ? { type: 'object' } : swaggerSchema(of);
  return { name: 'body', in: 'body', ...(required ? { required } : {}), schema };
}

function schemaOf(content: Contents): Document | undefined {
  return Object.values(content).find((entry) => entry.schema !== undefined)?.schema;
}

/** What is in the path or the query says its type itself. Other places are left out: no built-in resource has them. */
function parametersOf(parameters: readonly Parameter[]): Document[] {
  const known = parameters.filter(({ in: place }) => place === 'path' || place === 'query');
  return known.map(({ name, in: place, description, required, schema }) => {
    const { type, uniqueItems } = schema;
    const document = { name, in: place, description, required, type, uniqueItems };
    return Object.fromEntries(Object.entries(document).filter(([, value]) => value !== undefined));
  });
}

/**
 * Alternatives do not exist in the older form: what may be a number or a text is called a text, and what schemas of extension
 * kinds say beyond types is left out, as are defaults. Where they take fields that they do not name, or null, nothing is said of
 * the type and of the fields inside: older clients refuse what they do not find.
 */
export function swaggerSchema(document: Document): Document {
  const { allOf, oneOf, anyOf: _anyOf, not: _not, nullable, default: _default, ...others } = document;
  const { properties, items, additionalProperties, $ref, ...left } = others;
  const rest = Object.fromEntries(Object.entries(left).filter(([key]) => keywords.has(key) || key.startsWith('x-')));
  const first = (allOf as readonly Document[] | undefined)?.[0];
  const wrapped = typeof first?.['$ref'] === 'string' ? first : undefined;
  const isMarked = (marker: string) => Object.keys(rest).some((key) => key.endsWith(marker) && rest[key] === true);
  const preserves = isMarked('-preserve-unknown-fields');
  const open = preserves || nullable === true;
  const kinds = Object.keys(rest).find((key) => key.endsWith('-group-version-kind'));
  if (preserves && kinds !== undefined) return { type: 'object', [kinds]: rest[kinds] };
  if (open) delete rest['type'];
  const added = preserves && isMarked('-embedded-resource') ? objectFields : [];
  const required = requiredOf(document).filter((name) => !added.includes(name));
  if (required.length > 0) rest['required'] = required;
  else delete rest['required'];
  return {
    ...(oneOf === undefined || document['type'] !== undefined ? {} : { type: 'string' }),
    ...(wrapped === undefined ? {} : swaggerSchema(wrapped)),
    ...(typeof $ref === 'string' ? { $ref: $ref.replace(newerPlace, olderPlace) } : {}),
    ...(properties === undefined || open
      ? {}
      : { properties: mapped(properties as Record<string, Document>, swaggerSchema) }),
    ...(items === undefined || open ? {} : { items: swaggerSchema(items as Document) }),
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

/** Fields that every object within an object must have. */
export const objectFields: readonly string[] = ['kind', 'apiVersion'];

/** Fields that must be there, and are not null: the older form has no null. */
function requiredOf({ required = [], properties = {} }: Document): readonly string[] {
  const fields = properties as Readonly<Record<string, Document>>;
  return (required as readonly string[]).filter((name) => fields[name]?.['nullable'] !== true);
}

/** The record with each value changed. */
export function mapped<From, To>(
  record: Readonly<Record<string, From>>,
  change: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
