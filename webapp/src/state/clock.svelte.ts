/** The time, for texts like "3 s ago". */

class Clock {
  /** Seconds since 1970; moves once a second while the page can be seen. */
  now = $state(Date.now() / 1000);

  constructor() {
    setInterval(() => {
      if (!document.hidden) this.now = Date.now() / 1000;
    }, 1000);
  }
}

export const clock = new Clock();
