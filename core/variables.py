"""Every variable that an installation can be told, once: the README, `.env.example` and *This installation* read it."""

from __future__ import annotations

from typing import NamedTuple


class Variable(NamedTuple):
    """A name with what it brings, what happens without it, and an example; a secret is never shown."""

    name: str
    brings: str
    without: str
    example: str
    secret: bool = False


_OTHER_ADDRESS = "another address of this source, such as a mirror"
_OWN_ADDRESS = "the service's own"

VARIABLES = (
    Variable("GOOGLE_API_KEY", "Gemini answers the tasks", "written rules answer, labelled *Offline rules*", "…", True),
    Variable("GEMINI_API_KEY", "another name for `GOOGLE_API_KEY`, which comes first", "", "…", True),
    Variable(
        "LLM_MODEL",
        "another model: `google_genai:…`, or `openai:…`, `anthropic:…`, `groq:…`, `mistralai:…`, `ollama:…` with its "
        "`langchain-…` package; `offline` for the rules",
        "`google_genai:gemini-flash-latest`",
        "google_genai:gemini-flash-latest",
    ),
    Variable(
        "LLM_TEMPERATURE", "how freely a model answers, 0 to 2; `none` where a model takes no such number", "0.2", "0.2"
    ),
    Variable(
        "LLM_TIMEOUT",
        "seconds to wait for a model that says nothing; its whole answer may take four times as long",
        "30",
        "30",
    ),
    Variable("GOOGLE_GEMINI_BASE_URL", "another address for Gemini", _OWN_ADDRESS, "https://gemini.example.org"),
    Variable(
        "TORCH_DEVICE",
        "where the embedding model, the reranker and the claim model calculate: `cpu`, `cuda`, `mps`",
        "`auto`: a graphics card where torch sees one",
        "auto",
    ),
    Variable(
        "EMBEDDING_MODEL",
        "another embedding model for the documents of the knowledge base, such as a multilingual one: a "
        "sentence-transformers folder, or a name of Hugging Face whose weights are on this machine",
        "all-MiniLM-L6-v2, which ships and reads English",
        "/opt/models/multilingual-e5-small",
    ),
    Variable(
        "RERANKER_MODEL",
        "a cross-encoder whose weights are on this machine: a name of Hugging Face, or a folder",
        "`BAAI/bge-reranker-v2-m3` where its weights are here, else late interaction with all-MiniLM-L6-v2",
        "BAAI/bge-reranker-v2-m3",
    ),
    Variable(
        "CLAIM_MODEL",
        "the folder of an entailment model, which judges whether sentences stand in their passages",
        "the model that answers judges; without one, what no rule can tell is *not checked*",
        "/opt/models/claims",
    ),
    Variable(
        "DATABASE_URL",
        "PostgreSQL keeps runs, traces and the documents of the knowledge base (with pgvector)",
        "SQLite files",
        "postgresql://user:password@localhost/glassbox",
        True,
    ),
    Variable("NEO4J_URI", "Neo4j 5.26 or newer keeps the graph of books", "embedded graph", "bolt://localhost:7687"),
    Variable("NEO4J_USERNAME", "the user of Neo4j", "`neo4j`", "neo4j"),
    Variable("NEO4J_PASSWORD", "the password of Neo4j", "none", "…", True),
    Variable("NEO4J_TIMEOUT", "seconds that Neo4j may take to answer a question", "15", "15"),
    Variable(
        "DASK_SCHEDULER",
        "bulk work on an existing Dask cluster (`pip install distributed`)",
        "bulk work here",
        "tcp://localhost:8786",
    ),
    Variable("GLASSBOX_DATA", "where everything is kept", "`.glassbox/`", "/var/lib/glassbox"),
    Variable(
        "WATCH_FOLDERS",
        "folders of documents, separated by commas or one a line: each is a collection of the knowledge base, kept as "
        "the folder is",
        "documents are brought on the page",
        "/srv/manuals,/srv/contracts",
    ),
    Variable("GLASSBOX_API_TOKEN", "the bearer token that the API wants", "no token", "…", True),
    Variable("ALLOWED_ORIGINS", "other sites that may ask the API", "this site only", "https://analysts.example.org"),
    Variable(
        "ALLOWED_HOSTS",
        "the names under which people reach this server, such as `analysts.example.org` or `*.example.org`",
        "`localhost`, the name of the machine and the address it is reached at",
        "analysts.example.org",
    ),
    Variable("API_CONCURRENCY", "how many requests of programs are worked on at once; 16 more wait", "8", "8"),
    Variable(
        "API_DEADLINE",
        "seconds that a program waits for an answer; the run goes on and can be asked for later",
        "120",
        "120",
    ),
    Variable(
        "API_PER_MINUTE", "how often one client, not on this machine, may ask within a minute; `0`: any", "60", "60"
    ),
    Variable("UPLOADS_PER_SESSION", "how many MB of files one visit may have brought at a time", "200", "200"),
    Variable("UPLOADS_IN_ALL", "how many MB of files all visits together may have brought at a time", "1000", "1000"),
    Variable(
        "SOURCES",
        "which live sources may be asked: some of `pubmed,arxiv,openalex,materials,web`, or `none`",
        "all that are configured",
        "pubmed,arxiv",
    ),
    Variable(
        "SOURCES_CONTACT",
        "the e-mail address that sources like to be told",
        "they are told none",
        "analyst@example.org",
    ),
    Variable("NCBI_API_KEY", "more requests to PubMed", "the free allowance", "…", True),
    Variable("OPENALEX_API_KEY", "more requests to OpenAlex", "the free allowance", "…", True),
    Variable(
        "MP_API_KEY", "the Materials Project in research reports", "that source is left out, and says so", "…", True
    ),
    Variable(
        "SEARXNG_URL",
        "the web in research reports, by your own SearXNG server",
        "Tavily, or that source is left out, and says so",
        "http://localhost:8080",
    ),
    Variable(
        "TAVILY_API_KEY",
        "the web in research reports, by Tavily: a key, or `keyless`",
        "that source is left out, and says so",
        "keyless",
        True,
    ),
    Variable("PUBMED_URL", _OTHER_ADDRESS, _OWN_ADDRESS, "https://pubmed.example.org/eutils"),
    Variable("ARXIV_URL", _OTHER_ADDRESS, _OWN_ADDRESS, "https://arxiv.example.org/api"),
    Variable("OPENALEX_URL", _OTHER_ADDRESS, _OWN_ADDRESS, "https://openalex.example.org"),
    Variable("MATERIALS_PROJECT_URL", _OTHER_ADDRESS, _OWN_ADDRESS, "https://materials.example.org"),
    Variable("TAVILY_URL", _OTHER_ADDRESS, _OWN_ADDRESS, "https://tavily.example.org"),
    Variable("ENABLE_REFLECTION", "`false`: the knowledge base grades and rewrites nothing", "`true`", "true"),
    Variable("ENABLE_DOCUMENT_GRADING", "`false`: found passages are not graded", "`true`", "true"),
    Variable("ENABLE_RESPONSE_GRADING", "`false`: answers are not graded", "`true`", "true"),
    Variable(
        "ENABLE_QUERY_TRANSFORMATION", "`false`: a query that finds too little is not rewritten", "`true`", "true"
    ),
    Variable("ENABLE_RERANKING", "`false`: the order of the search stays", "`true`", "true"),
    Variable("REFLECTION_MAX_ITERATIONS", "how often a query is rewritten at most, 0 to 5", "2", "2"),
    Variable("REFLECTION_MIN_RELEVANT_DOCS", "how many passages must serve, 1 to 10", "2", "2"),
    Variable("REFLECTION_DOC_SCORE_THRESHOLD", "the grade from which a passage serves, 0 to 1", "0.5", "0.5"),
    Variable("RERANKER_FETCH_K", "how many passages are reranked, 1 to 100", "15", "15"),
    Variable("RERANKER_TOP_K", "how many of them are kept, 1 to 20", "4", "4"),
)
"""Every name that is read; any other is left alone."""
