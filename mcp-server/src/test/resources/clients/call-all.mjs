// Connects to a server with an official TypeScript client, lists its tools, calls them in the given order and prints
// what came back. The plan is one JSON argument: {sdk, mode, command, args, calls: [{name, arguments}]}.
const plan = JSON.parse(process.argv[2]);
const self = { name: 'cofferdam-tests', version: '1' };

async function connect() {
  if (plan.sdk === 'v1') {
    const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
    const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js');
    const client = new Client(self);
    await client.connect(new StdioClientTransport({ command: plan.command, args: plan.args, stderr: 'inherit' }));
    return client;
  }
  const { Client } = await import('@modelcontextprotocol/client');
  const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
  const mode = plan.mode === 'pin' ? { pin: '2026-07-28' } : plan.mode;
  const client = new Client(self, { versionNegotiation: { mode } });
  await client.connect(new StdioClientTransport({ command: plan.command, args: plan.args, stderr: 'inherit' }));
  return client;
}

const client = await connect();
const { tools } = await client.listTools();
const results = [];
for (const call of plan.calls) {
  results.push(await client.callTool(call));
}
const aborted = await abortSlowCommand();
const report = {
  server: client.getServerVersion()?.name,
  version: client.getNegotiatedProtocolVersion?.() ?? null,
  tools: tools.map((tool) => tool.name),
  results,
  aborted,
};
await client.close();
process.stdout.write(JSON.stringify(report) + '\n');

// A cancelled call must end the command: the file that it would make a moment later never appears.
async function abortSlowCommand() {
  const abort = new AbortController();
  const call = { name: 'run_command', arguments: { command: 'echo x > begun; sleep 1; echo x > late' } };
  const options = { signal: abort.signal };
  const slow = (plan.sdk === 'v1' ? client.callTool(call, undefined, options) : client.callTool(call, options)).then(
    () => 'answered',
    () => 'aborted',
  );
  for (let i = 0; i < 200; i++) {
    const info = await client.callTool({ name: 'file_info', arguments: { path: 'begun' } });
    if (!info.isError) break;
  }
  abort.abort();
  const outcome = await slow;
  await client.callTool({ name: 'run_command', arguments: { command: 'sleep 1.5' } });
  const late = await client.callTool({ name: 'file_info', arguments: { path: 'late' } });
  return outcome === 'aborted' && late.isError === true;
}
