import t from 'tap';
import type { Resource, Resources, Subresource } from '../../registry/contract/resource.ts';
import type { ResourceRequestInfo } from '../contract/request-info.ts';
import { definedPart, noSuchResource } from './defined-target.ts';

const status = { name: 'status', verbs: ['get', 'patch', 'update'] } as unknown as Subresource;
const resource = {
  group: 'example.com',
  name: 'things',
  namespaced: true,
  custom: true,
  verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
  subresources: new Map([['status', status]]),
} as unknown as Resource;

const asked = (info: Partial<ResourceRequestInfo>) =>
  definedPart(resource, { verb: 'get', namespace: 'a', name: 'x', subresource: '', ...info } as ResourceRequestInfo);

const refusal = (info: Partial<ResourceRequestInfo>) => {
  try {
    return asked(info);
  } catch (error) {
    return (error as Error).message.trim();
  }
};

t.test('a defined kind is routed by its verb [ERR-037U, VERB-080]', (t) => {
  t.equal(asked({}), undefined);
  t.equal(asked({ verb: 'list', namespace: '', name: '' }), undefined, 'over all namespaces');
  t.equal(asked({ subresource: 'status', subpath: '/more' }), status, 'whatever follows');
  t.equal(refusal({ namespace: '' }), '404 page not found');
  t.equal(refusal({ verb: 'deletecollection', namespace: '', name: '' }), '404 page not found');
  t.equal(refusal({ subresource: 'scale' }), 'things.example.com "x" not found');
  t.equal(
    refusal({ verb: 'delete', subresource: 'status' }),
    'delete is not supported on resources of kind "things.example.com"',
  );
  t.equal(refusal({ verb: '' }), ' is not supported on resources of kind "things.example.com"'.trim());
  for (const verb of ['update', 'patch']) t.equal(refusal({ verb, name: '' }), 'name must be provided');
  t.equal(refusal({ verb: 'create' }), 'the server does not allow this method on the requested resource');
  t.equal(asked({ verb: 'create', name: '' }), undefined);
  t.end();
});

t.test('a 404 beside a built-in kind is a Status, elsewhere it is plain text [ERR-037U]', (t) => {
  const builtIn = { ...resource, group: 'apps', custom: undefined };
  const resources = { all: [resource, builtIn] } as unknown as Resources;
  t.match(noSuchResource(resources, 'apps'), { status: { reason: 'NotFound' } });
  t.equal(noSuchResource(resources, 'example.com').message.trim(), '404 page not found');
  t.equal(noSuchResource(resources, 'other.example').message.trim(), '404 page not found');
  t.end();
});
