/** Clients in a process of their own, over bare sockets, so that they cost the machine as little as possible. Reports how many answers of each status came within the time. */
import net from 'node:net'

export interface Load {
  port: number
  connections: number
  seconds: number
  /** `#` stands for a number that changes with each request. */
  path: string
  /** How many numbers there are. */
  numbers: number
}

export type Answers = Record<string, number>

/** One connection that asks again as soon as it is answered. */
function visit({ port, path, numbers }: Load, until: number, answers: Answers): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = ''
    let count = Math.floor(Math.random() * numbers)
    const socket = net.connect(port, '127.0.0.1')
    const ask = () =>
      socket.write(`GET ${path.replace('#', String(1 + ((count++ * 7919) % numbers)))} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`)
    const timer = setTimeout(() => socket.destroy(), until - Date.now())
    socket.setEncoding('latin1').on('connect', ask).on('error', reject)
    socket.on('data', (chunk: string) => {
      text += chunk
      const head = text.indexOf('\r\n\r\n')
      if (head < 0) return
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)![1])
      if (text.length < head + 4 + length) return
      const status = text.slice(9, 12)
      answers[status] = (answers[status] ?? 0) + 1
      text = ''
      ask()
    })
    socket.on('close', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

process.on('message', async (load: Load) => {
  const answers: Answers = {}
  const until = Date.now() + load.seconds * 1000
  await Promise.all(Array.from({ length: load.connections }, () => visit(load, until, answers)))
  process.send!(answers)
})
