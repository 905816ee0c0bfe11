/** Stands for packages that another one can load, and the page never needs. */

export default null;
