// Kinds whose objects are stored although this release does nothing with them. Every write of one returns a warning: a
// webhook that should refuse, and is never called, must not look as if it held.

/** The warnings, by group template and kind. */
export const inertKinds: ReadonlyMap<string, string> = new Map([
  ['admissionregistration.{api}/MutatingWebhookConfiguration', neverCalled('webhooks', 'changes')],
  ['admissionregistration.{api}/ValidatingWebhookConfiguration', neverCalled('webhooks', 'refuses')],
  ['admissionregistration.{api}/ValidatingAdmissionPolicy', neverCalled('policies', 'refuses')],
  ['admissionregistration.{api}/ValidatingAdmissionPolicyBinding', neverCalled('policies', 'refuses')],
  [
    'apiextensions.{api}/CustomResourceDefinition',
    'the definition is stored, but this server does not serve the resources of definitions yet',
  ],
  [
    'apiregistration.{api}/APIService',
    'the object is stored, but this server does not forward requests to other servers yet',
  ],
  ['flowcontrol.apiserver.{api}/FlowSchema', limitsElsewhere()],
  ['flowcontrol.apiserver.{api}/PriorityLevelConfiguration', limitsElsewhere()],
  ['/ResourceQuota', 'the quota is stored, but this server does not enforce quotas yet'],
]);

function neverCalled(what: 'webhooks' | 'policies', does: 'changes' | 'refuses'): string {
  return `the object is stored, but this server does not call admission ${what} yet: it ${does} nothing`;
}

function limitsElsewhere(): string {
  return 'the object is stored, but this server limits requests by its flags only: it has no effect yet';
}
