import t from 'tap';
import type { Definition, DefinitionNames } from '../../../shared/definition/definition.ts';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import { nextStatus } from './definition-status.ts';

const vendor = vendorOf('kubernetes');
const now = '2026-01-01T00:00:00Z';

function conditionsOf(group: string, annotation?: string, more: Definition['spec'] = {}) {
  const annotations = annotation === undefined ? {} : { [vendor.fill('api-approved.{label}')]: annotation };
  const definition: Definition = {
    apiVersion: vendor.fill('apiextensions.{api}/v1'),
    kind: 'CustomResourceDefinition',
    metadata: { name: `xs.${group}`, annotations },
    spec: { group, names: { plural: 'xs', singular: 'x', kind: 'X', listKind: 'XList' }, ...more },
  };
  return (nextStatus(vendor, definition, [definition], now)?.conditions ?? []).map(
    ({ type, status, reason, message }) => `${type} ${status} ${reason}: ${message}`,
  );
}

const usual = [
  'NamesAccepted True NoConflicts: no conflicts found',
  'Established True InitialNamesAccepted: the initial names have been accepted',
];

t.test("a definition of the maker's own groups reports its approval", (t) => {
  const group = vendor.fill('my.{api}');
  const type = vendor.fill('{Maker}APIApprovalPolicyConformant');
  const key = JSON.stringify(vendor.fill('api-approved.{label}'));
  t.strictSame(conditionsOf('e.com'), usual);
  t.strictSame(conditionsOf(group, 'https://e.com/1'), [
    ...usual,
    `${type} True ApprovedAnnotation: approved in https://e.com/1`,
  ]);
  t.strictSame(conditionsOf(group, 'unapproved, a test'), [
    ...usual,
    `${type} False UnapprovedAnnotation: not approved: "unapproved, a test"`,
  ]);
  const needed = `protected groups must have approval annotation ${key}`;
  t.strictSame(conditionsOf(group), [...usual, `${type} False MissingAnnotation: ${needed}`]);
  t.match(conditionsOf(group, 'yes')[2], `${type} False InvalidAnnotation: ${needed}`);
  t.end();
});

t.test('a definition whose webhook has no certificate for an authority is not established', (t) => {
  const clientConfig = { url: 'https://e.com', caBundle: Buffer.from('nothing').toString('base64') };
  const conversion = { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } };
  t.strictSame(conditionsOf('e.com', undefined, { conversion }), [
    usual[0],
    'Established False InvalidCABundle: The conversion webhook CABundle is invalid',
  ]);
  t.end();
});

t.test('names that others of the group have are not accepted, those of other groups and its own are', (t) => {
  const definitionOf = (names: DefinitionNames, accepted?: DefinitionNames, group = 'e.com'): Definition => ({
    apiVersion: vendor.fill('apiextensions.{api}/v1'),
    kind: 'CustomResourceDefinition',
    metadata: { name: `${names.plural}.${group}` },
    spec: { group, names },
    ...(accepted === undefined ? {} : { status: { acceptedNames: accepted } }),
  });
  const taken = { plural: 'as', singular: 'a', kind: 'A', listKind: 'AList', shortNames: ['aa', 'ab'] };
  const free = { plural: 'bs', singular: 'b', kind: 'B', listKind: 'BList', shortNames: ['bb'], categories: ['all'] };
  const judged = (names: DefinitionNames, accepted?: DefinitionNames, group?: string) => {
    const definition = definitionOf(names, accepted);
    const status = nextStatus(vendor, definition, [definition, definitionOf(taken, taken, group)], now);
    const { reason, message } = status?.conditions?.find(({ type }) => type === 'NamesAccepted') ?? {};
    return [status?.acceptedNames, reason, message];
  };
  const good = 'no conflicts found';
  t.strictSame(judged(free), [free, 'NoConflicts', good]);
  t.strictSame(judged({ ...taken, plural: 'bs' }, undefined, 'f.com'), [
    { ...taken, plural: 'bs', categories: [] },
    'NoConflicts',
    good,
  ]);
  const { singular: _singular, ...withoutSingular } = free;
  const { kind: _kind, ...withoutKind } = free;
  const { listKind: _listKind, ...withoutListKind } = free;
  const { shortNames: _shortNames, ...withoutShort } = free;
  const inUse = (name: string) => `"${name}" is already in use`;
  t.strictSame(judged({ ...free, singular: 'aa' }), [withoutSingular, 'SingularConflict', inUse('aa')]);
  t.strictSame(judged({ ...free, kind: 'AList' }), [withoutKind, 'KindConflict', inUse('AList')]);
  t.strictSame(judged({ ...free, listKind: 'A' }), [withoutListKind, 'ListKindConflict', inUse('A')]);
  t.strictSame(judged({ ...free, kind: 'as', singular: 'A' }), [
    { ...free, kind: 'as', singular: 'A' },
    'NoConflicts',
    good,
  ]);
  t.strictSame(judged({ ...free, shortNames: ['ab'] }), [withoutShort, 'ShortNamesConflict', inUse('ab')]);
  t.strictSame(judged({ ...free, shortNames: ['as', 'x', 'aa'] }), [
    withoutShort,
    'ShortNamesConflict',
    `[${inUse('as')}, ${inUse('aa')}]`,
  ]);
  t.strictSame(judged({ ...free, shortNames: ['aa', 'x'] }, { shortNames: ['aa'] }), [
    { ...free, shortNames: ['aa', 'x'] },
    'NoConflicts',
    good,
  ]);
  t.strictSame(judged({ ...free, kind: 'A' }, { kind: 'Old' })[0], { ...free, kind: 'Old' }, 'the earlier name stays');
  t.end();
});
