import t from 'tap';
import { loadDescriptions } from '../../shared/schema/descriptions.ts';
import { loadSchemas } from '../../shared/schema/builtin.ts';
import type { StructSchema } from '../../shared/schema/schema.ts';
import { vendorIds, vendorOf } from '../../shared/vendor/profile.ts';
import { widgets } from '../../fixtures/apiserver/widgets.fixture.ts';
import type { Resource } from '../registry/contract/resource.ts';
import { makeResources } from '../registry/kinds/catalogue.ts';
import { olderOpenApi } from './older-openapi.ts';
import { endpointDocument, endpointsOf } from './openapi-endpoints.ts';
import { documentOf, membersOf, type OpenApiParts, type SchemaDocument } from './schema-document.ts';
import { swaggerProtobuf } from './swagger-protobuf.ts';

type Operation = {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string }[];
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: object }>> }>>;
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { schema: object }>>;
    readonly required?: boolean;
  };
  readonly [extension: string]: unknown;
};
type Path = Readonly<Record<string, Operation>> & { readonly parameters?: readonly { readonly name: string }[] };

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];

for (const id of vendorIds) {
  const vendor = vendorOf(id);
  const schemas = loadSchemas(vendor);
  const descriptions = loadDescriptions(vendor);
  const resources = makeResources(vendor, schemas);
  const parts: OpenApiParts = {
    vendor,
    schemas,
    resources: { version: 1, all: resources, settle() {} },
    version: '1.34',
    now: () => 0,
    issuerPaths: ['/openid/v1/jwks'],
  };
  const prefix = vendor.fill('{api}').split('.').reverse().join('.');
  const documents = new Map<string, SchemaDocument>([
    ...[...membersOf(resources, undefined, () => 0)].map(([path, { resources: of }]): [string, SchemaDocument] => [
      path,
      documentOf(parts, descriptions, of),
    ]),
    ...endpointsOf(parts, resources).map((endpoint): [string, SchemaDocument] => [
      endpoint.name,
      endpointDocument(parts, descriptions, endpoint),
    ]),
  ]);
  const pathOf = (document: string, path: string) => documents.get(document)?.paths[path] as Path | undefined;
  const typed = (name: string) => ({ $ref: `#/components/schemas/${prefix}.${name}` });
  const returned = (operation: Operation | undefined, code = '200') =>
    operation?.responses[code]?.content?.['application/json']?.schema;

  t.test(
    `${id}: every reference of every document leads to a type, and no operation has the id of another`,
    async (t) => {
      const ids = new Map<string, number>();
      for (const [name, document] of documents) {
        const text = JSON.stringify(document);
        const referred = new Set(
          [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, type]) => type),
        );
        const missing = [...referred].filter((type) => !Object.hasOwn(document.components.schemas, type ?? ''));
        t.strictSame(missing, [], name);
        t.strictSame(
          Object.keys(document.components.schemas).filter((type) => !referred.has(type)),
          [],
          `${name} has no type that it does not use`,
        );
        for (const path of Object.values(document.paths))
          for (const method of methods) {
            const operation = (path as Path)[method]?.operationId;
            if (operation !== undefined) ids.set(operation, (ids.get(operation) ?? 0) + 1);
          }
      }
      t.ok(ids.size > 750, `${ids.size} operations`);
      t.strictSame(
        [...ids].filter(([, count]) => count > 1),
        [],
      );
    },
  );

  t.test(`${id}: a list returns the list of the kind, in all forms in which it can be streamed`, async (t) => {
    for (const [path, operation] of [
      ['/api/v1/namespaces/{namespace}/pods', 'listCoreV1NamespacedPod'],
      ['/api/v1/pods', 'listCoreV1PodForAllNamespaces'],
    ] as const) {
      const list = pathOf('api/v1', path)?.['get'];
      t.equal(list?.operationId, operation);
      t.strictSame(returned(list), typed('api.core.v1.PodList'));
      const protobuf = vendor.fill('application/vnd.{maker}.protobuf');
      t.strictSame(Object.keys(list?.responses['200']?.content ?? {}).sort(), [
        'application/json',
        'application/json;stream=watch',
        protobuf,
        `${protobuf};stream=watch`,
        'application/yaml',
      ]);
    }
    const one = pathOf('api/v1', '/api/v1/namespaces/{namespace}/pods/{name}')?.['get'];
    t.strictSame(returned(one), typed('api.core.v1.Pod'), 'and a get the kind itself');
  });

  t.test(`${id}: ids name the group, the version, the kind and the sub-resource`, async (t) => {
    const rbac = vendor.fill('rbac.authorization.{api}');
    const apps = '/apis/apps/v1/namespaces/{namespace}/deployments';
    const rows: [document: string, path: string, method: string, operationId: string][] = [
      ['api/v1', '/api/v1/', 'get', 'getCoreV1APIResources'],
      ['api/v1', '/api/v1/nodes', 'delete', 'deleteCoreV1CollectionNode'],
      ['api/v1', '/api/v1/namespaces/{name}/finalize', 'put', 'replaceCoreV1NamespaceFinalize'],
      ['api/v1', '/api/v1/watch/pods', 'get', 'watchCoreV1PodListForAllNamespaces'],
      ['api/v1', '/api/v1/watch/namespaces/{namespace}/pods/{name}', 'get', 'watchCoreV1NamespacedPod'],
      ['api/v1', '/api/v1/namespaces/{namespace}/pods/{name}/exec', 'post', 'connectCoreV1PostNamespacedPodExec'],
      ['api/v1', '/api/v1/nodes/{name}/proxy/{path}', 'head', 'connectCoreV1HeadNodeProxyWithPath'],
      ['apis/apps/v1', apps, 'post', 'createAppsV1NamespacedDeployment'],
      ['apis/apps/v1', `${apps}/{name}/scale`, 'patch', 'patchAppsV1NamespacedDeploymentScale'],
      [`apis/${rbac}/v1`, `/apis/${rbac}/v1/clusterroles/{name}`, 'get', 'readRbacAuthorizationV1ClusterRole'],
      [`apis/${rbac}`, `/apis/${rbac}/`, 'get', 'getRbacAuthorizationAPIGroup'],
      ['version', '/version/', 'get', 'getCodeVersion'],
      ['openid/v1/jwks', '/openid/v1/jwks/', 'get', 'getServiceAccountIssuerOpenIDKeyset'],
    ];
    for (const [document, path, method, operationId] of rows)
      t.equal(pathOf(document, path)?.[method]?.operationId, operationId, path);
    t.notOk(documents.has('.well-known/openid-configuration'), 'what is not served is not described');
  });

  t.test(`${id}: parameters of all methods of a path are at the path, without duplicates`, async (t) => {
    const names = (of: { readonly parameters?: readonly { readonly name: string }[] } | undefined) =>
      of?.parameters?.map(({ name }) => name);
    const pod = pathOf('api/v1', '/api/v1/namespaces/{namespace}/pods/{name}');
    t.strictSame(names(pod), ['name', 'namespace', 'pretty']);
    t.equal(names(pod?.['get']), undefined);
    t.strictSame(names(pod?.['patch']), ['dryRun', 'fieldManager', 'fieldValidation', 'force']);
    t.strictSame(names(pathOf('api/v1', '/api/v1/namespaces/{namespace}/pods/{name}/proxy/{path}')), [
      'name',
      'namespace',
      'path',
      'path',
    ]);
  });

  t.test(`${id}: responses have the codes and types of their verb`, async (t) => {
    const codes = (operation: Operation | undefined) => Object.keys(operation?.responses ?? {});
    const pods = pathOf('api/v1', '/api/v1/namespaces/{namespace}/pods');
    const pod = pathOf('api/v1', '/api/v1/namespaces/{namespace}/pods/{name}');
    const map = pathOf('api/v1', '/api/v1/namespaces/{namespace}/configmaps/{name}');
    t.strictSame(codes(pods?.['post']), ['200', '201', '202', '401']);
    t.strictSame(codes(pod?.['put']), ['200', '201', '401']);
    t.strictSame(codes(pod?.['delete']), ['200', '202', '401']);
    t.strictSame(codes(pods?.['delete']), ['200', '401']);
    t.strictSame(returned(pod?.['delete'], '202'), typed('api.core.v1.Pod'), 'a pod that is deleted is returned');
    t.strictSame(returned(map?.['delete']), typed('apimachinery.pkg.apis.meta.v1.Status'), 'others are not');
    t.strictSame(returned(pods?.['delete']), typed('apimachinery.pkg.apis.meta.v1.Status'));
    t.equal(pod?.['delete']?.requestBody?.required, undefined, 'the options of a delete may be left out');
    t.equal(pod?.['put']?.requestBody?.required, true);
  });

  t.test(`${id}: types mark fields that are always present, without defaults that only writes set`, async (t) => {
    const type = (name: string) =>
      documents.get('api/v1')?.components.schemas[`${prefix}.api.core.v1.${name}`] as {
        properties: Record<string, Record<string, unknown>>;
        [extension: string]: unknown;
      };
    const container = type('Container').properties;
    t.match(container['name'], { type: 'string', default: '' });
    t.match(container['resources'], { default: {}, allOf: [typed('api.core.v1.ResourceRequirements')] });
    t.notMatch(container['livenessProbe'], { default: {} }, 'a pointer may be absent');
    t.match(type('ContainerPort').properties['protocol'], { default: 'TCP' });
    t.equal(type('EndpointPort').properties['protocol']?.['default'], undefined);
    t.equal(type('PodSpec').properties['dnsPolicy']?.['default'], undefined);
    t.match(type('Taint').properties['effect'], { enum: ['NoExecute', 'NoSchedule', 'PreferNoSchedule'] });
    t.equal(type('PodList').properties['items']?.[vendor.fill('x-{maker}-list-type')], undefined);
    t.equal(container['ports']?.[vendor.fill('x-{maker}-list-type')], 'map');
    t.strictSame(type('SeccompProfile')[vendor.fill('x-{maker}-unions')], [
      { discriminator: 'type', 'fields-to-discriminateBy': { localhostProfile: 'LocalhostProfile' } },
    ]);
  });

  t.test(`${id}: a kind of a definition has a list of its own, no protobuf, and no older paths`, async (t) => {
    const widget = widgets(vendor);
    const custom = documentOf(parts, descriptions, [widget]);
    const path = `/apis/${widget.group}/${widget.version}/namespaces/{namespace}/${widget.name}`;
    const list = custom.paths[path] as Path;
    const found = returned(list['get']) as { $ref: string };
    t.match(found.$ref, /\.WidgetList$/);
    t.ok(Object.hasOwn(custom.components.schemas, found.$ref.replace(/^.*\//, '')));
    t.strictSame(
      Object.keys(custom.paths).filter((one) => one.includes('/watch/')),
      [],
    );
  });

  t.test(
    `${id}: the older form has every keyword that a definition's schema may have, as JSON and as protobuf`,
    async (t) => {
      const widget = widgets(vendor);
      const keywords = {
        title: 'a title',
        multipleOf: 2,
        maximum: 10.5,
        exclusiveMaximum: true,
        minimum: -1,
        exclusiveMinimum: false,
        maxLength: 5,
        minLength: 1,
        pattern: '^a+$',
        maxItems: 3,
        minItems: 1,
        uniqueItems: true,
        maxProperties: 9,
        minProperties: 1,
        enum: ['a', 'b'],
      };
      const forPeople = { externalDocs: { description: 'more', url: 'https://example.com' }, example: { a: [1] } };
      const keepsUnknown = { [vendor.fill('x-{maker}-preserve-unknown-fields')]: true };
      const document = () => ({
        type: 'object',
        properties: {
          all: {
            type: 'string',
            ...keywords,
            ...forPeople,
            nullable: true,
            oneOf: [{ required: ['a'] }],
            default: 'a',
          },
          open: { type: 'object', additionalProperties: true },
          typed: { type: 'object', additionalProperties: { type: 'integer', format: 'int64', minimum: 1 } },
          kept: {
            type: 'object',
            ...keepsUnknown,
            properties: { a: { type: 'string' } },
          },
        },
      });
      const schema: StructSchema = Object.assign(Object.create(widget.schema) as StructSchema, { document });
      const resource: Resource = { ...widget, schema };
      const older = olderOpenApi({ ...parts, resources: { version: 1, all: [resource], settle() {} } });
      const ask = async (accept: string) => {
        const response = await older({
          path: '/openapi/v2',
          method: 'GET',
          headers: {},
          accept,
          query: new URLSearchParams(),
        } as never);
        return Buffer.concat((response as unknown as { parts: Buffer[] }).parts);
      };
      const { definitions } = JSON.parse((await ask('application/json')).toString()) as {
        definitions: Record<string, { properties: Record<string, object> }>;
      };
      const [, published] = Object.entries(definitions).find(([name]) => name.endsWith('.Widget')) ?? [];
      t.strictSame(published?.properties['all'], keywords, 'without what the form does not have');
      t.strictSame(published?.properties['kept'], keepsUnknown, 'older clients refuse what they do not find');
      t.strictSame(published?.properties['open'], { additionalProperties: true, type: 'object' });
      const bytes = (await ask(swaggerProtobuf.contentType)).toString('latin1');
      t.match(bytes, /\^a\+\$/, 'the pattern is there');
    },
  );
}
