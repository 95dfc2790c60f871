"""What is observed in each rank beyond its reports: one file a question, found by listing this folder (`observing.py`).

A file defines `observe(rank)`, called once in each rank's process before the learner's loop is even unpickled there,
and may define `before_report(rank)`, called in the loop's own thread when it calls `train.report`, and
`after_loop(rank)`, called there when the loop has returned or raised. Whatever they raise is swallowed and counted: an
observer may be blind, never harmful. They are imported before the zygote is forked, so
importing one starts no thread and draws no random number.
"""
