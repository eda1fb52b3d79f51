// Each rule of the pod security standards, in the versions that have it: what it says of a pod that breaks it, and that it says
// nothing of one that does not.

import t from 'tap';
import { vendorIds, vendorOf } from '../../../shared/vendor/profile.ts';
import type { Level, RulesVersion } from './level.ts';
import type { SecuredPod, SecuredSpec } from './secured-pod.ts';
import { PodSecurityStandard } from './standard.ts';

/** What keeps level restricted. */
const strict = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ['ALL'] },
  runAsNonRoot: true,
  seccompProfile: { type: 'RuntimeDefault' },
};

function pod(spec: object, annotations: Readonly<Record<string, string>> = {}): SecuredPod {
  return { annotations, spec: { containers: [{ name: 'a', securityContext: strict }], ...spec } };
}

const container = (securityContext: object, more: object = {}) =>
  pod({ containers: [{ name: 'a', securityContext: { ...strict, ...securityContext }, ...more }] });

type Row = readonly [title: string, level: Level, version: RulesVersion, pod: SecuredPod, details: string];

const probe = { livenessProbe: { httpGet: { host: 'h2' } }, lifecycle: { preStop: { tcpSocket: { host: 'h1' } } } };
const threeContainers: SecuredSpec = {
  initContainers: [{ name: 'i', securityContext: { privileged: true } }],
  containers: [{ name: 'c', securityContext: { privileged: true } }],
  ephemeralContainers: [{ name: 'e', securityContext: { privileged: true } }],
};

const rows: readonly Row[] = [
  [
    'host namespaces',
    'baseline',
    'latest',
    pod({ hostNetwork: true, hostPID: true, hostIPC: true }),
    'host namespaces (hostNetwork=true, hostPID=true, hostIPC=true)',
  ],
  [
    'host paths',
    'baseline',
    'latest',
    pod({
      volumes: [
        { name: 'v', hostPath: {} },
        { name: 'w', hostPath: {} },
        { name: 'x', emptyDir: {} },
      ],
    }),
    'hostPath volumes (volumes "v", "w")',
  ],
  [
    'host ports',
    'baseline',
    'latest',
    container({}, { ports: [{ hostPort: 80 }, { hostPort: 443 }, { hostPort: 0 }, {}] }),
    'hostPort (container "a" uses hostPorts 443, 80)',
  ],
  [
    'all containers, in the order they run',
    'baseline',
    'latest',
    pod(threeContainers),
    'privileged (containers "i", "c", "e" must not set securityContext.privileged=true)',
  ],
  [
    'capabilities',
    'baseline',
    'latest',
    container({ capabilities: { add: ['SYS_ADMIN', 'CHOWN', 'NET_RAW'], drop: ['ALL'] } }),
    'non-default capabilities (container "a" must not include "NET_RAW", "SYS_ADMIN" in securityContext.capabilities.add)',
  ],
  [
    'hosts of probes',
    'baseline',
    'latest',
    container({}, probe),
    'probe or lifecycle host (container "a" uses probe or lifecycle hosts "h1", "h2")',
  ],
  ['hosts of probes before 1.34', 'baseline', 33, container({}, probe), ''],
  [
    'proc mounts',
    'baseline',
    'latest',
    container({ procMount: 'Unmasked' }),
    'procMount (container "a" must not set securityContext.procMount to "Unmasked")',
  ],
  ['the usual proc mount', 'baseline', 'latest', container({ procMount: 'Default' }), ''],
  [
    'sysctls',
    'baseline',
    'latest',
    pod({ securityContext: { sysctls: [{ name: 'kernel.msgmax' }, { name: 'net.ipv4.tcp_rmem' }] } }),
    'forbidden sysctls (kernel.msgmax)',
  ],
  [
    'sysctls of 1.31',
    'baseline',
    31,
    pod({ securityContext: { sysctls: [{ name: 'net.ipv4.tcp_rmem' }, { name: 'net.ipv4.tcp_fin_timeout' }] } }),
    'forbidden sysctls (net.ipv4.tcp_rmem)',
  ],
  [
    'sysctls of 1.28',
    'baseline',
    28,
    pod({
      securityContext: {
        sysctls: [{ name: 'net.ipv4.tcp_fin_timeout' }, { name: 'net.ipv4.ip_local_reserved_ports' }],
      },
    }),
    'forbidden sysctls (net.ipv4.tcp_fin_timeout)',
  ],
  [
    'sysctls of 1.26',
    'baseline',
    26,
    pod({ securityContext: { sysctls: [{ name: 'net.ipv4.ip_local_reserved_ports' }] } }),
    'forbidden sysctls (net.ipv4.ip_local_reserved_ports)',
  ],
  [
    'processes on a Windows host',
    'baseline',
    'latest',
    {
      annotations: {},
      spec: {
        securityContext: { windowsOptions: { hostProcess: true } },
        containers: [{ name: 'a', securityContext: { windowsOptions: { hostProcess: true } } }],
      },
    },
    'hostProcess (pod and container "a" must not set securityContext.windowsOptions.hostProcess=true)',
  ],
  [
    'AppArmor',
    'baseline',
    'latest',
    {
      annotations: {},
      spec: {
        securityContext: { appArmorProfile: { type: 'Unconfined' } },
        containers: [{ name: 'a', securityContext: { appArmorProfile: { type: 'Odd' } } }],
      },
    },
    'forbidden AppArmor profiles (pod and container "a" must not set AppArmor profile type to "Odd", "Unconfined")',
  ],
  ['confined by AppArmor', 'baseline', 'latest', container({ appArmorProfile: { type: 'Localhost' } }), ''],
  [
    'SELinux',
    'baseline',
    'latest',
    {
      annotations: {},
      spec: {
        securityContext: { seLinuxOptions: { type: 'spc_t', user: 'u' } },
        containers: [{ name: 'a', securityContext: { seLinuxOptions: { role: 'r' } } }],
      },
    },
    'seLinuxOptions (pod and container "a" set forbidden securityContext.seLinuxOptions: type "spc_t"; user may not be set; role may not be set)',
  ],
  [
    'an SELinux type of 1.31',
    'baseline',
    30,
    container({ seLinuxOptions: { type: 'container_engine_t' } }),
    'seLinuxOptions (container "a" set forbidden securityContext.seLinuxOptions: type "container_engine_t")',
  ],
  ['that type since', 'baseline', 31, container({ seLinuxOptions: { type: 'container_engine_t' } }), ''],
  [
    'seccomp',
    'baseline',
    'latest',
    container({ seccompProfile: { type: 'Unconfined' } }),
    'seccompProfile (container "a" must not set securityContext.seccompProfile.type to "Unconfined")',
  ],
  ['no seccomp', 'baseline', 'latest', container({ seccompProfile: undefined }), ''],
  [
    'no seccomp, restricted',
    'restricted',
    'latest',
    container({ seccompProfile: undefined }),
    'seccompProfile (pod or container "a" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")',
  ],
  ['no seccomp before 1.19', 'restricted', 18, container({ seccompProfile: undefined }), ''],
  [
    'seccomp of the pod',
    'restricted',
    'latest',
    pod({
      securityContext: { seccompProfile: { type: 'Localhost' } },
      containers: [{ name: 'a', securityContext: { ...strict, seccompProfile: undefined } }],
    }),
    '',
  ],
  [
    'unconfined, restricted: told once',
    'restricted',
    'latest',
    container({ seccompProfile: { type: 'Unconfined' } }),
    'seccompProfile (container "a" must not set securityContext.seccompProfile.type to "Unconfined")',
  ],
  [
    'privilege escalation',
    'restricted',
    'latest',
    container({ allowPrivilegeEscalation: undefined }),
    'allowPrivilegeEscalation != false (container "a" must set securityContext.allowPrivilegeEscalation=false)',
  ],
  ['privilege escalation before 1.8', 'restricted', 7, container({ allowPrivilegeEscalation: true }), ''],
  [
    'capabilities that are kept, and added',
    'restricted',
    'latest',
    container({ capabilities: { add: ['CHOWN', 'NET_BIND_SERVICE'] } }),
    'unrestricted capabilities (container "a" must set securityContext.capabilities.drop=["ALL"]; container "a" must not include "CHOWN" in securityContext.capabilities.add)',
  ],
  [
    'capabilities before 1.22',
    'restricted',
    21,
    container({ capabilities: { add: ['SYS_ADMIN'] } }),
    'non-default capabilities (container "a" must not include "SYS_ADMIN" in securityContext.capabilities.add)',
  ],
  [
    'volumes',
    'restricted',
    'latest',
    pod({
      volumes: [
        { name: 'v', hostPath: {} },
        { name: 'w', nfs: {} },
        { name: 'x', fancy: {} },
        { name: 'y', csi: {} },
      ],
    }),
    'restricted volume types (volumes "v", "w", "x" use restricted volume types "hostPath", "nfs", "unknown")',
  ],
  [
    'a container as root',
    'restricted',
    'latest',
    container({ runAsNonRoot: false }),
    'runAsNonRoot != true (container "a" must not set securityContext.runAsNonRoot=false)',
  ],
  [
    'runAsNonRoot is set nowhere',
    'restricted',
    'latest',
    container({ runAsNonRoot: undefined }),
    'runAsNonRoot != true (pod or container "a" must set securityContext.runAsNonRoot=true)',
  ],
  [
    'the pod says who runs',
    'restricted',
    'latest',
    pod({
      securityContext: { runAsNonRoot: true },
      containers: [{ name: 'a', securityContext: { ...strict, runAsNonRoot: undefined } }],
    }),
    '',
  ],
  [
    'user 0',
    'restricted',
    'latest',
    pod({ securityContext: { runAsUser: 0 } }),
    'runAsUser=0 (pod must not set runAsUser=0)',
  ],
  ['user 0 before 1.23', 'restricted', 22, container({ runAsUser: 0 }), ''],
  [
    'several, lower level first',
    'restricted',
    'latest',
    pod({
      hostPID: true,
      containers: [{ name: 'a', securityContext: { ...strict, privileged: true, allowPrivilegeEscalation: true } }],
    }),
    'host namespaces (hostPID=true), privileged (container "a" must not set securityContext.privileged=true), allowPrivilegeEscalation != false (container "a" must set securityContext.allowPrivilegeEscalation=false)',
  ],
  [
    'a version that is still to come',
    'baseline',
    99,
    container({}, probe),
    'probe or lifecycle host (container "a" uses probe or lifecycle hosts "h1", "h2")',
  ],
  ['anything, privileged', 'privileged', 'latest', pod({ hostPID: true }), ''],
  ['what keeps every rule', 'restricted', 'latest', pod({}), ''],
];

const standard = new PodSecurityStandard(vendorOf('orch'));

for (const [title, level, version, given, details] of rows) {
  t.test(`${level} ${version}: ${title}`, async (t) => {
    t.equal(standard.findings({ level, version }, given).details, details);
  });
}

t.test('a Windows pod needs no Linux-only fields, since 1.25', async (t) => {
  const windows = pod({
    os: { name: 'windows' },
    containers: [{ name: 'a', securityContext: { runAsNonRoot: true } }],
  });
  t.equal(standard.findings({ level: 'restricted', version: 25 }, windows).none, true);
  t.equal(
    standard.findings({ level: 'restricted', version: 24 }, windows).reasons,
    'allowPrivilegeEscalation != false, unrestricted capabilities, seccompProfile',
  );
});

for (const id of vendorIds) {
  t.test(`annotations say profiles in old versions, with ${id}`, async (t) => {
    const vendor = vendorOf(id);
    const own = new PodSecurityStandard(vendor);
    const appArmor = vendor.fill('container.apparmor.security.beta.{label}/a');
    const seccomp = vendor.fill('seccomp.security.alpha.{label}/pod');
    const ofContainer = vendor.fill('container.seccomp.security.alpha.{label}/a');
    const unconfined = pod({}, { [appArmor]: 'unconfined', [seccomp]: 'unconfined', [ofContainer]: '' });
    t.equal(
      own.findings({ level: 'baseline', version: 18 }, unconfined).details,
      `forbidden AppArmor profile (annotation must not set AppArmor profile type to "${appArmor}="unconfined""), ` +
        `seccompProfile (forbidden annotations ${ofContainer}="", ${seccomp}="unconfined")`,
    );
    t.equal(own.findings({ level: 'baseline', version: 19 }, unconfined).reasons, 'forbidden AppArmor profile');
    const confined = pod(
      {},
      { [appArmor]: 'localhost/x', [seccomp]: 'docker/default', [ofContainer]: 'runtime/default' },
    );
    t.equal(own.findings({ level: 'baseline', version: 18 }, confined).none, true);
  });
}
