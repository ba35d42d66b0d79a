// A WebM file of encoded frames (Matroska, RFC 9559, and webmproject.org's subset of it): one track, key frames begin clusters.

export interface Frame {
  bytes: Uint8Array;
  time: number; // ms from the start
  key: boolean;
}

const bytesOf = (value: number, size: number): number[] => Array.from({ length: size }, (_, i) => Math.floor(value / 256 ** (size - 1 - i)) % 256);
const text = (value: string): Uint8Array => new TextEncoder().encode(value);

function number(value: number): Uint8Array {
  let size = 1;
  while (value >= 256 ** size) size++;
  return Uint8Array.from(bytesOf(value, size));
}
function float(value: number): Uint8Array {
  const out = new Uint8Array(8);
  new DataView(out.buffer).setFloat64(0, value);
  return out;
}

function join(parts: Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

// An element: its id, its size in eight bytes, what it holds.
function element(id: number, ...content: Uint8Array[]): Uint8Array {
  const body = join(content);
  return join([number(id), Uint8Array.from([0x01, ...bytesOf(body.length, 7)]), body]);
}

const MOST_IN_CLUSTER = 30000; // ms: times in a cluster have 16 bits

function clusters(frames: Frame[]): Uint8Array[] {
  const out: Uint8Array[] = [];
  let open: { start: number; blocks: Uint8Array[] } | null = null;
  const end = () => {
    if (open) out.push(element(0x1f43b675, element(0xe7, number(open.start)), ...open.blocks)); // Cluster, Timestamp
  };
  for (const { bytes, time, key } of frames) {
    if (!open || key || time - open.start > MOST_IN_CLUSTER) {
      end();
      open = { start: time, blocks: [] };
    }
    const head = Uint8Array.from([0x81, ...bytesOf(time - open.start, 2), key ? 0x80 : 0]);
    open.blocks.push(element(0xa3, head, bytes)); // SimpleBlock
  }
  end();
  return out;
}

// `codec`: V_VP8 or V_VP9; `duration` in ms.
export function webm(frames: Frame[], codec: string, width: number, height: number, duration: number): Blob {
  const head = element(
    0x1a45dfa3, // EBML: version, read version, longest id and size, type and its versions
    ...([[0x4286, 1], [0x42f7, 1], [0x42f2, 4], [0x42f3, 8]] as const).map(([id, value]) => element(id, number(value))),
    element(0x4282, text("webm")),
    element(0x4287, number(4)),
    element(0x4285, number(2)),
  );
  const info = element(0x1549a966, element(0x2ad7b1, number(1e6)), element(0x4d80, text("pawl")), element(0x5741, text("pawl")), element(0x4489, float(duration)));
  const video = element(0xe0, element(0xb0, number(width)), element(0xba, number(height)));
  const track = element(0xae, element(0xd7, number(1)), element(0x73c5, number(1)), element(0x83, number(1)), element(0x86, text(codec)), video);
  const segment = element(0x18538067, info, element(0x1654ae6b, track), ...clusters(frames));
  return new Blob([head as BlobPart, segment as BlobPart], { type: "video/webm" });
}
