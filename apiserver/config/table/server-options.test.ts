import { join } from 'node:path';
import t from 'tap';
import { program } from '../../../shared/process/command-line/command.ts';
import { runProgram } from '../../../shared/process/command-line/command-line.ts';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import type { ApiServerOptions } from '../option/options.ts';
import { serverFlags } from './server-options.ts';
import { optionsOfFlags } from './server-options.ts';
import { inertWarning } from '../flag/inert-flags.ts';
import { unservedFlags } from '../flag/unserved-flags.ts';

interface Read {
  readonly code: number;
  readonly errors: string;
  readonly options: ApiServerOptions | undefined;
}

/** What the program makes of a command line, without starting a server. */
async function read(...words: readonly string[]): Promise<Read> {
  let errors = '';
  let options: ApiServerOptions | undefined;
  const reader = program({
    name: 'orch-apiserver',
    version: '1',
    summary: 'reads its flags',
    flags: serverFlags,
    run: async ({ flags }) => {
      options = await optionsOfFlags(flags);
    },
  });
  const output = { out: () => {}, error: (text: string) => void (errors += text) };
  return { code: await runProgram(reader, words, output), errors, options };
}

t.test('a flag for an unserved feature is refused with the reason', async (t) => {
  const refused = await read('--tracing-config-file', 'traces.yaml');
  t.equal(refused.code, 2);
  t.equal(refused.errors, 'orch-apiserver: --tracing-config-file: not served yet: traces\n');
  const unknown = await read('--tracing-confg-file', 'traces.yaml');
  t.equal(unknown.code, 2);
  t.notMatch(unknown.errors, /not served yet/);
});

t.test('every such flag is refused, except with the value that matches this server', async (t) => {
  for (const [name, flag] of Object.entries(unservedFlags)) {
    t.equal(flag.hidden, true, `--${name} is not in help`);
    const other = flag.initial === false ? 'true' : 'anything';
    const { code, errors } = await read(`--${name}=${other}`);
    t.equal(code, 2, `--${name}`);
    t.match(errors, /^orch-apiserver: --[a-z-]+: (not served yet|only .* is possible): .+\n$/);
    if (flag.initial !== undefined) {
      t.equal((await read(`--${name}=${String(flag.initial)}`)).code, 0, `--${name}=${String(flag.initial)}`);
    }
  }
});

t.test('a flag without effect is accepted with values without effect, and named in one warning', async (t) => {
  const taken = [
    '--storage-backend=etcd3',
    '--storage-media-type=application/json',
    '--profiling',
    '--profiling=false',
    '--enable-aggregator-routing=true',
    '--vmodule=watch*=5',
    '--enable-priority-and-fairness=true',
    '--etcd-healthcheck-timeout=2s',
    '--default-watch-cache-size=50',
    '--audit-log-version=audit.example.com/v1',
    '--emulated-version=1.34',
    '--log-json-info-buffer-size=64Ki',
  ];
  const { code, errors } = await read(...taken);
  t.equal(code, 0, errors);
  for (const [word, message] of [
    ['--storage-backend=etcd2', /--storage-backend: "etcd2" is not "etcd3": no other value is served/],
    ['--storage-media-type=text/plain', /not a media type/],
    ['--profiling=yes please', /not true or false/],
    ['--etcd-healthcheck-timeout=2', /not a duration/],
    ['--max-connection-bytes-per-sec=9', /is not "0": no other value is served/],
    ['--watch-cache=false', /is not "true"/],
    ['--emulated-version=1.33', /not the release 1\.34/],
    ['--log-text-split-stream=true', /is not "false"/],
  ] as const) {
    t.match(await read(word), { code: 2, errors: message }, word);
  }
  t.equal(inertWarning(new Set(['v', 'secure-port'])), undefined);
  t.match(
    inertWarning(new Set(['vmodule', 'v', 'profiling'])),
    /^without effect here: --profiling \(.+\), --vmodule \(.+\)$/,
  );
});

t.test('missing features can be switched off, but not on', async (t) => {
  const orch = vendorOf('orch');
  for (const word of [
    '--disable-admission-plugins=PodNodeSelector,ResourceQuota,ValidatingAdmissionWebhook',
    '--feature-gates=PodTopologyLabelsAdmission=false,InPlacePodVerticalScaling=false',
    orch.fill('--runtime-config=resource.{api}/v1beta1=false,internal.apiserver.{api}/v1alpha1/storageversions=false'),
  ]) {
    t.match(await read(word), { code: 0, errors: '' }, word);
  }
  for (const [word, message] of [
    ['--enable-admission-plugins=PodNodeSelector', /"PodNodeSelector" is not available in this build/],
    ['--disable-admission-plugins=PodSecurities', /"PodSecurities" is unknown/],
    ['--feature-gates=PodTopologyLabelsAdmission=true', /PodTopologyLabelsAdmission switches what is not here/],
    ['--feature-gates=MutatingAdmissionPolicies=false', /unknown feature gate/],
    [orch.fill('--runtime-config=resource.{api}/v1beta1=true'), /is no group, version or resource/],
    [orch.fill('--runtime-config=resource.{api}/v1beta9=false'), /is no group, version or resource/],
  ] as const) {
    t.match(await read(word), { code: 2, errors: message }, word);
  }
});

t.test('the flags of the port say how it is served', async (t) => {
  const own = { 'apiserver.crt': 'certificate', 'apiserver.key': 'key' };
  const folder = t.testdir({ 'a.crt': 'certificate', 'a.key': 'key', own });
  const pair = `${join(folder, 'a.crt')},${join(folder, 'a.key')}`;
  const { options, errors } = await read(
    '--tls-min-version=VersionTLS13',
    '--tls-cipher-suites=TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,TLS_AES_128_GCM_SHA256',
    `--tls-sni-cert-key=${pair}`,
    `--tls-sni-cert-key=${pair}:*.Example.com,host`,
    '--goaway-chance=.001',
    '--external-hostname=api.example.com',
    '--shutdown-send-retry-after',
    '--shutdown-watch-termination-grace-period=10s',
    '--cert-dir=/certificates',
  );
  t.equal(errors, '');
  const named = { certificate: 'certificate', privateKey: 'key' };
  t.strictSame(options?.listening, {
    minVersion: 'TLSv1.3',
    cipherSuites: ['TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256', 'TLS_AES_128_GCM_SHA256'],
    named: [
      { ...named, names: [] },
      { ...named, names: ['*.example.com', 'host'] },
    ],
    sharePort: false,
    goawayChance: 0.001,
    externalHost: 'api.example.com',
    sendRetryAfter: true,
    watchGrace: 10_000,
  });
  t.equal(options?.certificateFolder, '/certificates');
  t.strictSame(
    (await read(`--cert-dir=${join(folder, 'own')}`)).options?.serving,
    named,
    'a pair that is there already is served',
  );
  t.match(await read('--tls-min-version=VersionTLS10'), { code: 2, errors: /VersionTLS12, VersionTLS13/ });
  t.match(await read('--tls-cipher-suites=TLS_RSA_WITH_RC4_128_SHA'), { code: 2, errors: /is not one of TLS_/ });
  t.match(await read('--tls-sni-cert-key=a.crt'), { code: 2, errors: /is not certificate,key or/ });
  t.match(await read(`--tls-sni-cert-key=${pair}:a b`), { code: 2 });
  t.match(await read('--tls-sni-cert-key=/none/a,/none/b'), { code: 1, errors: /--tls-sni-cert-key: ENOENT/ });
  t.match(await read('--goaway-chance=0.5'), { code: 2, errors: /a number from 0 to 0\.02/ });
});

t.test('the flags about objects set what is allowed and kept', async (t) => {
  t.match((await read()).options, {
    allowPrivileged: false,
    garbageCollection: true,
    deleteCollectionWorkers: 1,
    historyPeriod: 300_000,
    tolerationSeconds: { notReady: 300, unreachable: 300 },
  });
  const { options } = await read(
    '--allow-privileged',
    '--enable-garbage-collector=false',
    '--delete-collection-workers=4',
    '--etcd-compaction-interval=10m',
    '--default-not-ready-toleration-seconds=1',
    '--default-unreachable-toleration-seconds=2',
  );
  t.match(options, {
    allowPrivileged: true,
    garbageCollection: false,
    deleteCollectionWorkers: 4,
    historyPeriod: 600_000,
    tolerationSeconds: { notReady: 1, unreachable: 2 },
  });
  t.match(await read('--etcd-compaction-interval=5ms'), { code: 2, errors: /at least 1s, or 0/ });
});

t.test('a trusted proxy needs its authority and a header of the user name (REQHDR-001, REQHDR-011)', async (t) => {
  const ca = join(t.testdir({ 'ca.crt': 'authority' }), 'ca.crt');
  t.match(await read('--requestheader-username-headers=X-Remote-User'), {
    code: 2,
    errors: /need --requestheader-client-ca-file/,
  });
  t.match(await read(`--requestheader-client-ca-file=${ca}`), {
    code: 2,
    errors: /needs --requestheader-username-headers/,
  });
  const { options } = await read(
    `--requestheader-client-ca-file=${ca}`,
    '--requestheader-username-headers=X-Remote-User,X-User',
    '--requestheader-group-headers=X-Remote-Group',
    '--requestheader-extra-headers-prefix=X-Remote-Extra-',
    '--requestheader-allowed-names=proxy',
  );
  t.strictSame(options?.requestHeader, {
    clientCa: 'authority',
    allowedNames: ['proxy'],
    usernameHeaders: ['X-Remote-User', 'X-User'],
    uidHeaders: [],
    groupHeaders: ['X-Remote-Group'],
    extraHeaderPrefixes: ['X-Remote-Extra-'],
  });
});

t.test('the audit flags name policy and log', async (t) => {
  t.equal((await read()).options?.audit, undefined);
  const path = join(t.testdir({ 'policy.yaml': 'text' }), 'policy.yaml');
  const { options } = await read(
    `--audit-policy-file=${path}`,
    '--audit-log-path=-',
    '--audit-log-format=legacy',
    '--audit-log-mode=batch',
    '--audit-log-maxsize=10',
    '--audit-log-maxage=7',
    '--audit-log-maxbackup=3',
    '--audit-log-compress',
  );
  t.strictSame(options?.audit, {
    policy: 'text',
    policyPath: path,
    log: { path: '-', format: 'legacy', mode: 'batch', maxSize: 10, maxAge: 7, maxBackups: 3, compress: true },
  });
  const webhook = await read(
    '--audit-webhook-config-file=/webhook',
    '--audit-webhook-batch-max-size=7',
    '--audit-webhook-batch-throttle-enable=false',
    '--vendor=kubernetes',
    `--audit-webhook-version=${vendorOf('kubernetes').fill('audit.{api}/v1')}`,
  );
  t.strictSame(webhook.options?.audit?.webhook, {
    configPath: '/webhook',
    mode: 'batch',
    initialBackoff: 10_000,
    batching: { bufferSize: 10_000, maxSize: 7, maxWait: 30_000 },
  });
  t.match(await read('--audit-webhook-version=v2'), { code: 2, errors: /--audit-webhook-version can only be audit\./ });
  t.match(await read('--audit-policy-file=/none/policy'), { code: 1, errors: /--audit-policy-file: ENOENT/ });
});

t.test('the address of the keys of tokens is an https URL, and -v is short for --v', async (t) => {
  t.match(await read('--service-account-jwks-uri=http://keys'), { code: 2, errors: /must be an https URL/ });
  const { options } = await read('--service-account-jwks-uri=https://keys.example.com/jwks');
  t.equal(options?.serviceAccounts?.keysUrl, 'https://keys.example.com/jwks');
  t.equal((await read('-v', '4')).code, 0);
  t.equal((await read('-v=4')).code, 0);
});

t.test('an invalid value is one line that names its flag, and exit code 2', async (t) => {
  const wrong: readonly (readonly [flag: string, value: string])[] = [
    ['bind-address', '10.0.0.300'],
    ['bind-address', ''],
    ['advertise-address', 'a b'],
    ['service-cluster-ip-range', '10.0.0.0/40'],
    ['etcd-servers', 'http://127.0.0.1:2379,host'],
    ['etcd-prefix', 'registry'],
    ['enable-admission-plugins', 'AlwaysAdmit,Nothing'],
    ['disable-admission-plugins', 'Nothing'],
    ['cors-allowed-origins', '('],
    ['runtime-config', 'apps/v7=true'],
    ['runtime-config', 'batch/v1=false,batch/v1/pods'],
    ['authorization-mode', ''],
    ['authorization-mode', 'Node,RBAC,Node'],
    ['request-timeout', '0s'],
    ['strict-transport-security-directives', 'max-age=1\r\nX: y'],
    ['external-hostname', 'a b'],
    ['external-hostname', 'host/path'],
    ['data-dir', ''],
    ['client-ca-file', ''],
    ['audit-log-path', ''],
    ['requestheader-username-headers', 'a b'],
    ['service-account-issuer', ''],
    ['service-account-issuer', 'https://[::1'],
    ['service-account-max-token-expiration', '1s'],
    ['service-account-max-token-expiration', '59m59s'],
    ['service-account-max-token-expiration', '4294967297s'],
    ['tls-sni-cert-key', ''],
  ];
  for (const [flag, value] of wrong) {
    const { code, errors } = await read(`--${flag}=${value}`);
    t.equal(code, 2, `--${flag}=${JSON.stringify(value)}`);
    t.match(errors, new RegExp(`^orch-apiserver: --${flag}.+\\n$`), errors);
  }
  const twice = await read('--enable-admission-plugins=Priority', '--disable-admission-plugins=Priority');
  t.strictSame(
    [twice.code, twice.errors],
    [2, 'orch-apiserver: admission plug-in Priority is both enabled and disabled\n'],
  );
  const issuer = '--service-account-issuer=https://issuer.example.com';
  t.match(await read(issuer, issuer), { code: 2, errors: /: --service-account-issuer names https:\S+ twice\n$/ });
  const right = [
    '--bind-address=::1',
    '--advertise-address=api-1.example.com',
    '--etcd-servers=http://127.0.0.1:2379,https://[::1]:2379',
    '--external-hostname=api.example.com:6443',
    '--strict-transport-security-directives=max-age=31536000,includeSubDomains',
    '--cors-allowed-origins=^https://.*$',
    issuer,
    '--service-account-issuer=a,b',
    '--service-account-max-token-expiration=4294967296s',
  ];
  t.match(await read(...right), { code: 0, errors: '' });
  const { options } = await read(issuer, '--service-account-issuer=a,b', '--service-account-max-token-expiration=1h');
  const issuers = ['https://issuer.example.com', 'a,b'];
  t.match(options?.serviceAccounts, { issuers, longestExpiration: 3_600_000 }, 'each issuer is one element');
  t.notOk(
    'longestExpiration' in ((await read('--service-account-max-token-expiration=0')).options?.serviceAccounts ?? {}),
  );
});

t.test('a file of client authorities holds a certificate', async (t) => {
  const folder = t.testdir({ 'key.pem': '-----BEGIN PUBLIC KEY-----\n' });
  const path = join(folder, 'key.pem');
  const errors = `orch-apiserver: --client-ca-file: ${path} holds no certificate\n`;
  t.match(await read(`--client-ca-file=${path}`), { code: 1, errors });
});

t.test('an unusable file gives one line with its flag, and exit code 1: a later start may succeed', async (t) => {
  const folder = t.testdir({ 'text.pem': 'no certificate' });
  const text = join(folder, 'text.pem');
  for (const flags of [
    [`--client-ca-file=${text}`],
    [`--service-account-key-file=${text}`],
    [`--tls-cert-file=${text}`, `--tls-private-key-file=${text}`],
    [`--kubelet-client-certificate=${text}`, `--kubelet-client-key=${text}`],
  ]) {
    const [, flag = ''] = /^(--[a-z-]+)=/.exec(flags[0] ?? '') ?? [];
    t.match(await read(...flags), { code: 1, errors: `orch-apiserver: ${flag}: ${text} is no PEM file\n` });
    const missing = flags.map((given) => given.replace('text.pem', 'missing.pem'));
    t.match(await read(...missing), { code: 1, errors: `orch-apiserver: ${flag}: ENOENT` });
  }
});
