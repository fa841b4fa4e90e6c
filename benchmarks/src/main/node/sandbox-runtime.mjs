// Runs shell lines in the sandbox of the npm package that the provider `os` is
// measured beside, as a program that has it as a library does: in one process,
// set up once. Called with the directory where it is installed and with the
// root; takes a line at a time, and answers with the exit code and the output.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

const [installed, root] = process.argv.slice(2)
const { SandboxManager } = await import(
  pathToFileURL(`${installed}/node_modules/@anthropic-ai/sandbox-runtime/dist/index.js`)
)

// It takes the working directory for the root of the project.
process.chdir(root)
await SandboxManager.initialize({
  network: { allowedDomains: ['example.org'], deniedDomains: [] },
  filesystem: { denyRead: [], allowWrite: [root], denyWrite: [] },
})

async function run(line) {
  const wrapped = await SandboxManager.wrapWithSandbox(line)
  const child = spawn('/bin/sh', ['-c', wrapped], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text) => (output += text))
  const [code] = await once(child, 'close')
  SandboxManager.cleanupAfterCommand()
  return `${code} ${JSON.stringify(output)}`
}

console.log('ready')
for await (const line of createInterface({ input: process.stdin })) {
  console.log(await run(line))
}
await SandboxManager.reset()
process.exit(0)
