// An etcd that was set back to an older state, as a stand-in shows it that answers only what it is asked here.

import { type sendUnaryData, Server, ServerCredentials, type ServerDuplexStream, status } from '@grpc/grpc-js';
import t, { type Test } from 'tap';

import { follow, open, until } from '../../../fixtures/apiserver/etcd-store.fixture.ts';
import { range, watchPath, watchRequest, watchResponse } from './messages.ts';

type Watch = ServerDuplexStream<Buffer, Buffer>;

const asIs = (message: Buffer): Buffer => message;
const wire = { requestSerialize: asIs, requestDeserialize: asIs, responseSerialize: asIs, responseDeserialize: asIs };

/** Reports its revision to opened watches and in range responses. Refuses the first `refusals` range requests. */
async function standIn(t: Test) {
  const watches = new Set<Watch>();
  const state = { revision: 10, refusals: 0 };
  const server = new Server();
  server.addService(
    {
      watch: { path: watchPath, requestStream: true, responseStream: true, ...wire },
      range: { path: range.path, requestStream: false, responseStream: false, ...wire },
    },
    {
      watch: (stream: Watch) => {
        watches.add(stream);
        stream.on('error', () => {});
        stream.on('data', (bytes: Buffer) => {
          if (watchRequest.decode(bytes).create === undefined) return;
          stream.write(watchResponse.encode({ header: { revision: state.revision }, created: true }));
        });
      },
      range: (_call: unknown, answer: sendUnaryData<Buffer>) => {
        if (state.refusals-- > 0) answer({ code: status.RESOURCE_EXHAUSTED, details: 'etcdserver: too many requests' });
        else answer(null, range.response.encode({ header: { revision: state.revision } }));
      },
    },
  );
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  t.teardown(() => server.forceShutdown());
  const breakWatches = (): void => {
    for (const watch of watches) watch.emit('error', { code: status.UNAVAILABLE, details: 'the watch is broken' });
    watches.clear();
  };
  return { server: `http://127.0.0.1:${port}`, state, watches, breakWatches };
}

for (const refusals of [0, 3]) {
  t.test(`a log that went back is lost, also when etcd refuses ${refusals} requests for the revision`, async (t) => {
    const etcd = await standIn(t);
    const store = open(t, { servers: [etcd.server] });
    const follower = follow(t, store, 10);
    await until(() => etcd.watches.size === 1 && follower.told.length === 2);
    etcd.state.revision = 3;
    etcd.state.refusals = refusals;
    etcd.breakWatches();
    await t.rejects(follower.ended, { message: /^etcd went back from revision 10 to 3;/ });
  });
}
