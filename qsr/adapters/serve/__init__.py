"""A local web page and JSON API: a story and a question in, every consistent answer with drawings and reasons out.

`work` says how much a request may take and keeps the processes that solve within these bounds, `answers` is what they do, with
`editing` for what helps to write a story and `task` for one request at work, `schema` describes requests and responses, `guard`
looks at every request before anything else does, `app` has the routes, and ``page/`` what the browser gets. FastAPI and uvicorn
come with the extra ``serve``; only `schema`, `app` and `server` need them.
"""
