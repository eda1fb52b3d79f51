// What is drawn, on a terminal that only remembers what was written to it.

import t from 'tap';
import { picture, plainScreen, terminalScreen, type View } from './screen.ts';

const view: View = {
  url: 'https://127.0.0.1:6443',
  kubeconfig: '/home/somebody/admin.kubeconfig',
  logs: '/home/somebody/logs',
  runtime: 'unix:///run/sim.sock',
  noPods: 'none run here: they stay Pending',
  node: {
    metadata: { name: 'n1', creationTimestamp: '2026-11-21T10:00:00Z' },
    status: {
      addresses: [{ type: 'InternalIP', address: '192.0.2.7' }],
      conditions: [
        {
          type: 'Ready',
          status: 'True',
          reason: 'Fine',
          message: 'a message \u001b[31mthat commands',
          lastHeartbeatTime: '2026-11-21T10:00:50Z',
        },
      ],
      nodeInfo: {
        kubeletVersion: 'v1.34.0',
        osImage: 'Linux',
        kernelVersion: '6.1',
        containerRuntimeVersion: 'sim://1',
      },
    },
  },
  renewed: '2026-11-21T10:00:55.000000Z',
  renewals: 3,
  now: Date.parse('2026-11-21T10:01:00Z'),
};

function terminal(columns: number, rows: number) {
  const state = { columns, rows, text: '', resized: () => {} };
  return Object.assign(state, {
    // The escape character is written as a word, so that the output is readable.
    write: (text: string) => void (state.text += text.replaceAll('\u001b', 'ESC')),
    on: (_event: 'resize', listener: () => void) => void (state.resized = listener),
  });
}

/** The lines of the last drawing. */
function drawn(text: string): readonly string[] {
  return (text.split('ESC[H').at(-1) ?? '').replaceAll(/ESC\[[KJ]/g, '').split('\r\n');
}

t.test('the picture names service, files, node, conditions, lease and status', async (t) => {
  const lines = picture(view);
  t.match(lines[0], /^API service +https:\/\/127\.0\.0\.1:6443$/);
  t.ok(lines.includes('NAME   STATUS   AGE   VERSION   INTERNAL-IP   OS-IMAGE   KERNEL   RUNTIME'));
  t.ok(lines.includes('n1     Ready    60s   v1.34.0   192.0.2.7     Linux      6.1      sim://1'));
  t.ok(lines.some((line) => /^NetworkUnavailable +- +- +not reported by this node$/.test(line)));
  t.ok(lines.includes('lease renewed 5s ago (3 renewals seen)'));
  t.ok(lines.includes('status written 10s ago, at 2026-11-21T10:00:50Z'));
  t.notMatch(lines.join('\n'), /\p{Cc}(?<!\n)/u, 'words of a runtime are no commands to the terminal');
});

t.test(
  'the screen says that no pods run, and has the line to copy, whole and quoted where a shell needs it',
  async (t) => {
    const kubeconfig = `/home/some body/${'deep/'.repeat(20)}admin.kubeconfig`;
    const line = `KUBECONFIG='${kubeconfig}' kubectl get nodes`;
    t.ok(picture(view).includes('KUBECONFIG=/home/somebody/admin.kubeconfig kubectl get nodes'));
    t.ok(picture({ ...view, node: undefined, kubeconfig }).includes(line), 'before the node is there too');
    t.match(picture(view).join('\n'), /^pods +none run here: they stay Pending$/m);
    const running = picture({ ...view, noPods: undefined }).join('\n');
    t.match(running, /^pods +they get this node and run/m);
    t.match(running, /kubectl get nodes,pods$/m);
    const out = terminal(60, 24);
    terminalScreen(out).show({ ...view, kubeconfig });
    t.ok(drawn(out.text).includes(line), 'not cut: the terminal goes on in the next row');
    const rows = drawn(out.text).reduce((sum, one) => sum + Math.max(1, Math.ceil(one.length / 60)), 0);
    t.ok(rows <= 24, 'and those rows count');
    let text = '';
    plainScreen({ write: (more) => void (text += more) }).show({ ...view, kubeconfig });
    t.ok(text.includes(`\n${line}\n`));
    t.match(text, 'none run here: they stay Pending');
  },
);

t.test('on a terminal lines are cut to its width and height, also after its size changed', async (t) => {
  const out = terminal(40, 30);
  const screen = terminalScreen(out);
  screen.show(view);
  t.match(out.text, /^ESC\[\?1049hESC\[\?25l/, 'on the second screen, without a cursor');
  t.ok(drawn(out.text).every((line) => line.length <= 40 || line.startsWith('KUBECONFIG=')));
  t.ok(drawn(out.text).some((line) => line.endsWith('…')));
  t.notMatch(out.text, /ESC\[2J/, 'nothing is cleared before it is drawn');
  Object.assign(out, { columns: 120, rows: 5 });
  out.resized();
  t.equal(drawn(out.text).length, 5);
  t.match(drawn(out.text)[0], /6443$/);
  screen.close();
  t.match(out.text, /ESC\[\?25hESC\[\?1049lAPI service/, 'the last picture stays on the first screen');
  const before = out.text;
  screen.close();
  t.equal(out.text, before);
});

t.test(
  'a terminal of the usual size shows the whole node and how to stop: what is too wide stands below',
  async (t) => {
    const osImage = 'Debian GNU/Linux 12 (bookworm)';
    const nodeInfo = {
      kubeletVersion: 'v1.34.0',
      osImage,
      kernelVersion: '6.1.0-33-amd64',
      containerRuntimeVersion: 'containerd://1.7.24',
    };
    const wide: View = {
      ...view,
      renewals: 1,
      node: { metadata: { name: 'n1' }, status: { ...view.node?.status, nodeInfo } },
    };
    // The second terminal has no size, as in `script`.
    for (const out of [terminal(80, 24), terminal(0, 0)]) {
      terminalScreen(out).show(wide);
      const lines = drawn(out.text);
      t.ok(lines.includes('OS-IMAGE                         KERNEL           RUNTIME'), lines.join('\n'));
      t.ok(lines.includes('Debian GNU/Linux 12 (bookworm)   6.1.0-33-amd64   containerd://1.7.24'));
      t.ok(lines.includes('lease renewed 5s ago (1 renewal seen)'));
      t.equal(lines.at(-1), 'Ctrl-C stops everything.');
    }
  },
);

t.test('a screen that showed nothing leaves the terminal alone', async (t) => {
  const out = terminal(80, 24);
  terminalScreen(out).close();
  t.equal(out.text, '');
});

t.test('elsewhere there is a line for each change, and no command to a terminal', async (t) => {
  const out = terminal(80, 24);
  const screen = plainScreen(out);
  const { node: _, ...unknown } = view;
  screen.show({ ...unknown, node: undefined, renewals: 0 });
  screen.show({ ...view, renewals: 0 });
  screen.show({ ...view, renewals: 0, now: view.now + 1000 });
  screen.show(view);
  screen.close();
  t.strictSame(out.text.trimEnd().split('\n'), [
    'API service: https://127.0.0.1:6443',
    'connection file: /home/somebody/admin.kubeconfig',
    'container runtime: unix:///run/sim.sock',
    'logs: /home/somebody/logs',
    'pods: none run here: they stay Pending',
    'KUBECONFIG=/home/somebody/admin.kubeconfig kubectl get nodes',
    'node n1: Ready (v1.34.0, 192.0.2.7, Linux, 6.1, sim://1)',
    'node n1: lease renewed at 2026-11-21T10:00:55.000000Z (3 renewals seen)',
  ]);
});
