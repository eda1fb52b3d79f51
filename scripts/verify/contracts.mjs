// Contract files import nothing else of ours but types, and every exported contract suite is run by at least one test, or by a
// suite that is.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root, sources } from './sources.mjs';

const contracts = [
  'shared/vendor/vendor.ts',
  'shared/process/time/clock.ts',
  'shared/process/loop/loop.ts',
  'shared/schema/schema.ts',
  'shared/client/contract/transport.ts',
  'apiserver/storage/contract/store.ts',
  'apiserver/storage/contract/resource-cache.ts',
  'apiserver/registry/contract/resource.ts',
  'apiserver/registry/contract/resource-handler.ts',
  'apiserver/http/contract/exchange.ts',
  'apiserver/http/contract/stage.ts',
  'apiserver/authentication/contract/authenticator.ts',
  'apiserver/audit/audit-sink.ts',
  'apiserver/authorization/contract/authorizer.ts',
  'apiserver/admission/contract/admission.ts',
  'apiserver/controller/contract/controller.ts',
  'agent/cri/runtime.ts',
  'conformance/contract/case.ts',
];

const faults = [];
const files = sources();
const text = (file) => readFileSync(join(root, file), 'utf8');
for (const file of new Set([...contracts, ...files.filter((each) => /\/contract\/[\w-]+\.ts$/.test(each))])) {
  if (!files.includes(file)) faults.push(`${file} is missing`);
  else if (/^import (?!type )[^;]*from '\.{1,2}\//m.test(text(file)))
    faults.push(`${file}: a contract imports types only`);
}
const tests = files.filter((file) => file.endsWith('.test.ts'));
const suites = files.filter((file) => file.endsWith('.contract.ts'));
for (const suite of suites) {
  if (![...tests, ...suites.filter((other) => other !== suite)].some((test) => text(test).includes(basename(suite))))
    faults.push(`${suite}: no test runs this contract suite`);
}
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
