/** Icons as paths in a square of 16, drawn with a round stroke. */

export const icons = {
  alert: "M8 2.2 14.4 13.4H1.6ZM8 6.4v3.2M8 11.6v.1",
  "arrow-left": "M13 8H3.4M7.4 4 3.4 8l4 4",
  "box-zoom":
    "M2.4 4.6V2.4h2.2M7 2.4h2M11.4 2.4h2.2v2.2M13.6 7v2M13.6 11.4v2.2h-2.2M9 13.6H7M4.6 13.6H2.4v-2.2M2.4 9V7",
  chart: "M2.2 2.2v11.6h11.6M4.6 10.4l2.6-3.6 2.4 2 3.8-5",
  check: "M3 8.6 6.4 12 13 4.6",
  "chevron-down": "M4 6.2 8 10.2 12 6.2",
  "chevron-right": "M6.2 4 10.2 8 6.2 12",
  close: "M4 4l8 8M12 4l-8 8",
  copy: "M5.6 5.6V2.8h7.6v7.6h-2.8M2.8 5.6h7.6v7.6H2.8Z",
  download: "M8 2.4v8M4.8 7.4 8 10.6l3.2-3.2M2.8 13.4h10.4",
  "exit-full-screen": "M6.2 2.4v3.8H2.4M9.8 2.4v3.8h3.8M6.2 13.6V9.8H2.4M9.8 13.6V9.8h3.8",
  folder: "M1.8 12.6V3.4h4.4l1.6 2h6.4v7.2Z",
  "full-screen": "M2.4 6V2.4H6M10 2.4h3.6V6M13.6 10v3.6H10M6 13.6H2.4V10",
  gear: "M12.6 6.9L14.2 7.1L14.2 8.9L12.6 9.1L12.0 10.5L13.1 11.7L11.7 13.1L10.5 12.0L9.1 12.6L8.9 14.2L7.1 14.2L6.9 12.6L5.5 12.0L4.3 13.1L2.9 11.7L4.0 10.5L3.4 9.1L1.8 8.9L1.8 7.1L3.4 6.9L4.0 5.5L2.9 4.3L4.3 2.9L5.5 4.0L6.9 3.4L7.1 1.8L8.9 1.8L9.1 3.4L10.5 4.0L11.7 2.9L13.1 4.3L12.0 5.5ZM8 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z",
  help: "M5.6 6a2.4 2.4 0 1 1 3.6 2.1c-.8.4-1.2.9-1.2 1.7M8 12.1v.1M8 1.6a6.4 6.4 0 1 0 0 12.8A6.4 6.4 0 0 0 8 1.6Z",
  language:
    "M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8ZM2 8h12M8 1.8c2 1.8 2.8 3.8 2.8 6.2S10 12.4 8 14.2C6 12.4 5.2 10.4 5.2 8S6 3.6 8 1.8Z",
  link: "M6.6 9.4 9.4 6.6M7.2 4.6l1.4-1.4a2.9 2.9 0 0 1 4.1 4.1l-1.4 1.4M8.8 11.4l-1.4 1.4a2.9 2.9 0 0 1-4.1-4.1l1.4-1.4",
  // Lines closer and closer together, as the grid of such an axis has them.
  "log-axis": "M3 2v12h11M3 9.2h11M3 5.8h11M3 3.4h11",
  menu: "M2.4 4h11.2M2.4 8h11.2M2.4 12h11.2",
  moon: "M13.4 9.6A5.8 5.8 0 0 1 6.4 2.6a5.8 5.8 0 1 0 7 7Z",
  panel: "M2 3h12v10H2ZM6.4 3v10",
  reset: "M3 8a5 5 0 1 0 1.6-3.7M4.8 1.8v2.8h2.8",
  search: "M7 2.4a4.6 4.6 0 1 0 0 9.2 4.6 4.6 0 0 0 0-9.2ZM10.4 10.4l3.4 3.4",
  sun: "M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6ZM8 1.4v1.4M8 13.2v1.4M1.4 8h1.4M13.2 8h1.4M3.3 3.3l1 1M11.7 11.7l1 1M3.3 12.7l1-1M11.7 4.3l1-1",
} as const satisfies Record<string, string>;

export type IconName = keyof typeof icons;
