"""Ways in which a program, or a worker process of it, may end just after it has logged.

Each is the body of a program in which `log(tag)` makes a writer and logs COUNT steps of every kind of call in `CALLS`.
"""

import textwrap
from collections.abc import Mapping

COUNT = 8
CALLS = ("scalar", "text", "image", "histogram", "hparams")

HEAD = """
    import asyncio, atexit, concurrent.futures, ctypes, multiprocessing, os, signal, sys, threading, time
    import numpy as np
    from vdlite import LogWriter

    folder = sys.argv[1]

    def log(tag, writer=None):
        writer = writer or LogWriter(folder)
        for step in range({count}):
            writer.add_image(f"{{tag}}/image", np.full((200, 200, 3), step, np.uint8), step)
            writer.add_histogram(f"{{tag}}/histogram", np.full(50_000, step, np.float32), step)
            writer.add_scalar(f"{{tag}}/scalar", step, step)
            writer.add_text(f"{{tag}}/text", f"{{step}} of many", step)
            writer.add_hparams({{"step": step}}, [tag])
        return writer

    def work(tag):
        log(tag)

    def work_and_wait(tag, logged):
        log(tag)
        logged.set()
        time.sleep(1000)

    def kill(signal_):
        log("x")
        if signal_ != signal.SIGKILL:  # a shell that runs the tests in the background has some of them ignored
            usual = signal.default_int_handler if signal_ == signal.SIGINT else signal.SIG_DFL
            signal.signal(signal_, usual)
        os.kill(os.getpid(), signal_)
        time.sleep(1000)

    if __name__ == "__main__":
        context = multiprocessing.get_context("fork")
"""

ONE: Mapping[str, str] = {
    "return": 'log("x")',
    "close": 'log("x").close()',
    "sys.exit": 'log("x"); sys.exit(3)',
    "exception": 'log("x"); 1 / 0',
    "os._exit": 'log("x"); os._exit(0)',
    "del and os._exit": 'writer = log("x"); del writer; os._exit(0)',
    "SIGINT": "kill(signal.SIGINT)",
    "SIGTERM": "kill(signal.SIGTERM)",
    "SIGHUP": "kill(signal.SIGHUP)",
    "SIGQUIT": "kill(signal.SIGQUIT)",
    "SIGKILL": "kill(signal.SIGKILL)",
    "SIGALRM": "kill(signal.SIGALRM)",
    "segmentation fault": 'log("x"); ctypes.string_at(0)',
    "abort": 'log("x"); os.abort()',
    "stack overflow in native code": 'log("x"); os.kill(os.getpid(), signal.SIGSEGV)',
    "execv": 'log("x"); os.execv(sys.executable, [sys.executable, "-c", ""])',
    "fork and os._exit of the child": """
        if os.fork() == 0:
            log("x")
            os._exit(0)
        os.wait()
    """,
    "fork and sys.exit of the child": """
        if os.fork() == 0:
            log("x")
            sys.exit(0)
        os.wait()
    """,
    "fork after logging": """
        writer = log("x")
        if os.fork() == 0:
            os._exit(0)
        os.wait()
        os._exit(0)
    """,
    "daemon thread": """
        thread = threading.Thread(target=log, args=("x",), daemon=True)
        thread.start()
        thread.join()
    """,
    "thread at shutdown": 'threading.Thread(target=log, args=("x",)).start()',
    "thread pool": """
        with concurrent.futures.ThreadPoolExecutor() as pool:
            pool.submit(log, "x").result()
        os._exit(0)
    """,
    "atexit": 'atexit.register(log, "x")',
    "asyncio, cancelled": """
        async def main():
            log("x")
            asyncio.current_task().cancel()
            await asyncio.sleep(1000)
        asyncio.run(main())
    """,
    "process that returns": """
        worker = context.Process(target=work, args=("x",))
        worker.start()
        worker.join()
    """,
    "process that raises": """
        worker = context.Process(target=lambda: 1 / (log("x") is None))
        worker.start()
        worker.join()
    """,
    "process, spawned": """
        worker = multiprocessing.get_context("spawn").Process(target=work, args=("x",))
        worker.start()
        worker.join()
    """,
    "process with a pickled writer": """
        worker = multiprocessing.get_context("spawn").Process(target=log, args=("x", LogWriter(folder)))
        worker.start()
        worker.join()
    """,
    "terminated process": """
        logged = context.Event()
        worker = context.Process(target=work_and_wait, args=("x", logged))
        worker.start()
        logged.wait()
        worker.terminate()
        worker.join()
    """,
    "killed process": """
        logged = context.Event()
        worker = context.Process(target=work_and_wait, args=("x", logged))
        worker.start()
        logged.wait()
        worker.kill()
        worker.join()
    """,
    "daemon process": """
        logged = context.Event()
        worker = context.Process(target=work_and_wait, args=("x", logged), daemon=True)
        worker.start()
        logged.wait()
    """,
    "process pool executor": """
        with concurrent.futures.ProcessPoolExecutor(1, mp_context=context) as pool:
            pool.submit(work, "x").result()
    """,
    "pool, closed and joined": """
        pool = context.Pool(1)
        pool.map(work, ["x"])
        pool.close()
        pool.join()
    """,
    "with a pool": """
        with context.Pool(1) as pool:
            pool.map(work, ["x"])
    """,
    "pool that nobody closes": """
        pool = context.Pool(1)
        pool.map(work, ["x"])
        os._exit(0)
    """,
}
"""By name; each logs the tags `x/...`."""


def program(ending: str) -> str:
    """The source of a program that logs and ends so."""
    body = textwrap.indent(textwrap.dedent(ONE[ending]).strip(), " " * 4)
    return textwrap.dedent(HEAD).format(count=COUNT) + body + "\n"
