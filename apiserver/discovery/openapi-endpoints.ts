// The endpoints that belong to no version of a group, as OpenAPI v3 documents: which groups and versions there are, the version of the
// server, who issues the tokens of service accounts. One document each, under the name of the path. Pure.

import type { Descriptions } from '../../shared/schema/descriptions.ts';
import type { Resource } from '../registry/contract/resource.ts';
import { groupWords } from './openapi-names.ts';
import { documentWith, type OpenApiParts, type SchemaDocument } from './schema-document.ts';

/** One endpoint, answered to GET. */
export interface Endpoint {
  /** Name of its document: the path without slashes at its ends. */
  readonly name: string;
  readonly tag: string;
  readonly operationId: string;
  readonly description: string;
  /** The type of the response, and its media types. */
  readonly type: string | undefined;
  readonly mediaTypes: readonly string[];
}

/** Endpoints of a server with these resources; groups that have definitions alone are left out. */
export function endpointsOf(
  { vendor, issuerPaths = [] }: Pick<OpenApiParts, 'vendor' | 'issuerPaths'>,
  all: readonly Resource[],
): readonly Endpoint[] {
  const forms = ['application/json', vendor.fill('application/vnd.{maker}.protobuf'), 'application/yaml'];
  const groups = new Set(all.filter(({ custom }) => custom !== true).map(({ group }) => group));
  groups.delete('');
  const issuer = new Set(issuerPaths);
  return [
    {
      name: 'api',
      tag: 'core',
      operationId: 'getCoreAPIVersions',
      description: 'Lists the versions of the core group.',
      type: 'meta/v1.APIVersions',
      mediaTypes: forms,
    },
    {
      name: 'apis',
      tag: 'apis',
      operationId: 'getAPIVersions',
      description: 'Lists the groups and their versions.',
      type: 'meta/v1.APIGroupList',
      mediaTypes: forms,
    },
    ...[...groups].map((group) => ofGroup(groupWords(vendor, group), group, forms)),
    {
      name: 'version',
      tag: 'version',
      operationId: 'getCodeVersion',
      description: 'Version of the server.',
      type: 'version.Info',
      mediaTypes: ['application/json'],
    },
    ...ofIssuer.filter(({ name }) => issuer.has(`/${name}`)),
  ];
}

function ofGroup({ id, tag }: ReturnType<typeof groupWords>, group: string, mediaTypes: readonly string[]): Endpoint {
  return {
    name: `apis/${group}`,
    tag,
    operationId: `get${id}APIGroup`,
    description: 'Lists the versions of this group.',
    type: 'meta/v1.APIGroup',
    mediaTypes,
  };
}

const ofIssuer: readonly Endpoint[] = [
  {
    name: '.well-known/openid-configuration',
    tag: 'WellKnown',
    operationId: 'getServiceAccountIssuerOpenIDConfiguration',
    description: 'The issuer of service account tokens, as OpenID Connect describes one.',
    type: undefined,
    mediaTypes: ['application/json'],
  },
  {
    name: 'openid/v1/jwks',
    tag: 'openid',
    operationId: 'getServiceAccountIssuerOpenIDKeyset',
    description: 'The keys by which service account tokens are verified.',
    type: undefined,
    mediaTypes: ['application/jwk-set+json'],
  },
];

/** The document of one endpoint. */
export function endpointDocument(parts: OpenApiParts, descriptions: Descriptions, endpoint: Endpoint): SchemaDocument {
  const { name, tag, operationId, description, type, mediaTypes } = endpoint;
  return documentWith(parts, descriptions, [], (types) => {
    const schema = type === undefined ? { type: 'string' } : types.named(type);
    const content = Object.fromEntries(mediaTypes.map((one) => [one, { schema }]));
    const responses = { '200': { description: 'OK', content }, '401': { description: 'Unauthorized' } };
    return { [`/${name}/`]: { get: { tags: [tag], description, operationId, responses } } };
  });
}
