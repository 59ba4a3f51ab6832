/** Clients that keep their connections: quick ones without a pause, and slow uploads and downloads. They count what was cut. */
import { Agent, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'

export interface Tally {
  answers: number
  closes: number
  refused: number
  wrong: string[]
  cut: string[]
}

export const nothing = (): Tally => ({ answers: 0, closes: 0, refused: 0, wrong: [], cut: [] })

interface Sent {
  method?: string
  body?: Buffer | undefined
  type?: string
  agent: Agent
  /** Milliseconds between pieces of what is sent, and of what is read. */
  slowly?: number
  token?: string
}

export function ask(port: number, path: string, { method = 'GET', body, type = 'application/json', agent, slowly = 0, token }: Sent) {
  return new Promise<{ status: number; headers: Record<string, unknown>; bytes: number }>((resolve, reject) => {
    const headers = {
      ...(body && { 'content-type': type, 'content-length': body.length }),
      ...(token && { authorization: `Bearer ${token}` }),
    }
    const sent = request({ host: '127.0.0.1', port, path, method, agent, headers }, async (response) => {
      response.once('error', reject)
      response.once('aborted', () => reject(new Error('aborted')))
      let bytes = 0
      try {
        for await (const chunk of response) {
          bytes += chunk.length
          if (slowly) await setTimeout(slowly)
        }
        resolve({ status: response.statusCode!, headers: response.headers, bytes })
      } catch (error) {
        reject(error)
      }
    })
    sent.once('error', reject)
    void send()
    async function send() {
      if (!body) return sent.end()
      const piece = slowly ? Math.ceil(body.length / 20) : body.length
      for (let at = 0; at < body.length; at += piece) {
        sent.write(body.subarray(at, at + piece))
        if (slowly) await setTimeout(slowly)
      }
      return sent.end()
    }
  })
}

/** Asks again and again over one connection, until nobody listens any more. */
export async function loop(port: number, path: string, tally: Tally, isOver: () => boolean): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  while (!isOver()) {
    try {
      const { status, headers } = await ask(port, path, { agent })
      tally.answers++
      if (headers['connection'] === 'close') tally.closes++
      if (status !== 200 && !(status === 503 && headers['retry-after'])) tally.wrong.push(`${status}`)
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      if (code === 'ECONNREFUSED') {
        tally.refused++
        break
      }
      tally.cut.push(`${code} ${message}`)
      break
    }
  }
  agent.destroy()
}
