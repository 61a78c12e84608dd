import { createSocket } from "node:dgram";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const pathOf = (url = "") => url.split("?")[0]!;

/** Another origin on this machine, which answers everybody and remembers what arrived. */
export interface OutsideHost {
  readonly address: string;
  /** Paths of requests, "connection" for each connection and "datagram" for each datagram, since the last call. */
  readonly arrived: () => readonly string[];
  readonly close: () => Promise<void>;
}

export async function outsideHost(): Promise<OutsideHost> {
  let seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(pathOf(request.url));
    response
      .writeHead(200, { "access-control-allow-origin": "*", "content-type": "text/javascript" })
      .end("export const here = true;");
  });
  server.on("connection", () => seen.push("connection"));
  server.on("upgrade", ({ url }, socket) => {
    seen.push(pathOf(url));
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const datagrams = createSocket("udp4").on("message", () => seen.push("datagram"));
  await new Promise<void>((resolve) => datagrams.bind(port, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${port}`,
    arrived: () => {
      const before = seen;
      seen = [];
      return before;
    },
    close: async () => {
      datagrams.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
