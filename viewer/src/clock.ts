// Where in the run the page is: a place between two rows, moved by hand or by playing.

export interface Place {
  t: number;
  row: number;
  next: number; // row + 1, or row where nothing lies between
  part: number; // 0..1 of the way from row to next
}

// 1, 2 and 5 times powers of ten
const SPEEDS = Array.from({ length: 37 }, (_, i) => Number(`${[1, 2, 5][i % 3]}e${Math.floor(i / 3) - 6}`));
const WATCHED = 10; // seconds a run should last on the screen
const REAL = [3, 30]; // a run that lasts as long as this is shown as fast as it is

export class Clock {
  place: Place;
  playing = false;
  loop = true;
  speed: number; // seconds of the run per second of the reader
  private listeners: (() => void)[] = [];
  private last = 0;
  private request = 0;

  constructor(
    readonly time: Float64Array,
    readonly scale: number,
  ) {
    this.place = this.atRow(0);
    const seconds = (this.end - this.start) * scale;
    const wish = seconds >= REAL[0] && seconds <= REAL[1] ? 1 : seconds / WATCHED;
    this.speed = SPEEDS.reduce((best, s) => (Math.abs(Math.log(s / wish)) < Math.abs(Math.log(best / wish)) ? s : best), 1);
  }

  get start(): number {
    return this.time[0];
  }
  get end(): number {
    return this.time[this.time.length - 1];
  }
  get speeds(): number[] {
    return SPEEDS;
  }

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }
  private tell(): void {
    for (const listener of this.listeners) listener();
  }

  private atRow(row: number): Place {
    return { t: this.time[row], row, next: row, part: 0 };
  }

  // Of rows with the same time the last one: what holds after the event.
  at(t: number): Place {
    const { time } = this;
    if (!(t > time[0])) return this.atRow(this.lastOf(time[0]));
    if (t >= this.end) return this.atRow(time.length - 1);
    const row = this.lastOf(t);
    const span = time[row + 1] - time[row];
    return { t, row, next: row + 1, part: (t - time[row]) / span };
  }

  private lastOf(t: number): number {
    let low = 0;
    let high = this.time.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.time[middle] <= t) low = middle;
      else high = middle;
    }
    return low;
  }

  seek(t: number): void {
    this.place = this.at(Math.min(this.end, Math.max(this.start, t)));
    this.tell();
  }

  // Row by row; before and after an event are two steps.
  step(count: number): void {
    this.pause();
    const from = this.place.part > 0 && count < 0 ? this.place.next : this.place.row;
    this.place = this.atRow(Math.min(this.time.length - 1, Math.max(0, from + count)));
    this.tell();
  }

  setSpeed(speed: number): void {
    this.speed = speed;
    this.tell();
  }
  faster(direction: 1 | -1): void {
    const i = SPEEDS.indexOf(this.speed) + direction;
    this.setSpeed(SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, i))]);
  }

  play(): void {
    if (this.playing || this.end <= this.start) return;
    if (this.place.t >= this.end) this.place = this.atRow(0);
    this.playing = true;
    this.last = performance.now();
    this.request = requestAnimationFrame((now) => this.tick(now));
    this.tell();
  }
  pause(): void {
    if (!this.playing) return;
    cancelAnimationFrame(this.request);
    this.playing = false;
    this.tell();
  }
  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  private tick(now: number): void {
    const elapsed = Math.max(0, now - this.last) / 1000;
    this.last = now;
    let t = this.place.t + (elapsed * this.speed) / this.scale;
    if (t >= this.end) {
      if (this.loop) t = this.start + ((t - this.start) % (this.end - this.start));
      else this.playing = false;
    }
    if (this.playing) this.request = requestAnimationFrame((next) => this.tick(next));
    this.seek(t);
  }
}
