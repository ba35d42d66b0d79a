// A video of the whole run: every frame is drawn for its own time. Where the browser has an encoder (WebCodecs) frames stand at exact
// times; where it can only record (MediaRecorder), it is stopped while a frame is drawn; else there is no video.
import { type Frame, webm } from "./webm";

export const FRAMES = 30; // per second
const KEYS = 60; // frames from one key frame to the next

export interface Film {
  frames: number;
  width: number;
  height: number;
  draw(frame: number): HTMLCanvasElement; // of this size
  progress(frame: number): void;
  stopped(): boolean;
}

export class VideoError extends Error {}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const BITRATE = 0.15 * FRAMES; // per pixel and second

async function encoderConfig(width: number, height: number): Promise<{ config: VideoEncoderConfig; id: string } | null> {
  if (typeof VideoEncoder === "undefined") return null;
  for (const [codec, id] of [["vp09.00.31.08", "V_VP9"], ["vp8", "V_VP8"]]) {
    const config: VideoEncoderConfig = { codec, width, height, bitrate: Math.max(2e6, BITRATE * width * height), framerate: FRAMES };
    try {
      if ((await VideoEncoder.isConfigSupported(config)).supported) return { config, id };
    } catch {
      // the next one
    }
  }
  return null;
}

async function encode(film: Film, config: VideoEncoderConfig, id: string): Promise<Blob | null> {
  const out: Frame[] = [];
  let failed: Error | null = null;
  const encoder = new VideoEncoder({
    output: (chunk) => {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      out.push({ bytes, time: Math.round(chunk.timestamp / 1000), key: chunk.type === "key" });
    },
    error: (error) => (failed = error),
  });
  encoder.configure(config);
  for (let i = 0; i < film.frames && !failed && !film.stopped(); i++) {
    const frame = new VideoFrame(film.draw(i), { timestamp: Math.round((i * 1e6) / FRAMES), duration: Math.round(1e6 / FRAMES) });
    encoder.encode(frame, { keyFrame: i % KEYS === 0 });
    frame.close();
    film.progress(i);
    do await pause(0);
    while (encoder.encodeQueueSize > 4 && !failed);
  }
  if (!failed && !film.stopped()) await encoder.flush();
  if (encoder.state !== "closed") encoder.close();
  if (failed) throw new VideoError(`the encoder gave up: ${(failed as Error).message}`);
  return film.stopped() ? null : webm(out, id, film.width, film.height, (film.frames * 1000) / FRAMES);
}

async function record(film: Film): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [film.width, film.height];
  const ctx = canvas.getContext("2d")!;
  const stream = canvas.captureStream(FRAMES);
  const recorder = new MediaRecorder(stream, { mimeType: "video/webm", videoBitsPerSecond: Math.max(2e6, BITRATE * film.width * film.height) });
  const parts: Blob[] = [];
  recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
  const ended = new Promise((resolve) => recorder.addEventListener("stop", resolve));
  recorder.start();
  recorder.pause();
  for (let i = 0; i < film.frames && !film.stopped(); i++) {
    const picture = film.draw(i);
    recorder.resume();
    ctx.drawImage(picture, 0, 0);
    await pause(1000 / FRAMES);
    recorder.pause();
    film.progress(i);
  }
  recorder.stop();
  await ended;
  for (const track of stream.getTracks()) track.stop();
  return film.stopped() ? null : new Blob(parts, { type: "video/webm" });
}

// null: stopped by the reader.
export async function makeVideo(film: Film): Promise<Blob | null> {
  const exact = await encoderConfig(film.width, film.height);
  if (exact) return encode(film, exact.config, exact.id);
  if (typeof MediaRecorder !== "undefined" && MediaRecorder.isTypeSupported("video/webm") && "captureStream" in HTMLCanvasElement.prototype) return record(film);
  throw new VideoError("this browser can neither encode nor record WebM video; Chrome, Edge and Firefox can");
}
