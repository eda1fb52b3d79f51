import t from 'tap';
import type { Definition } from '../../../shared/definition/definition.ts';
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
