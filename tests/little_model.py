"""A small real embedding model, made and saved by sentence_transformers: a folder as EMBEDDING_MODEL names one."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

_WORDS = """
    query passage : . the a pump motor is maintained every week year invoices are paid within thirty days who knows
    die der pumpe wird jede woche gewartet rechnungen werden in dreißig tagen bezahlt wann wie oft
"""


def little_model(
    folder: Path, dimensions: int = 32, prompts: Mapping[str, str] | None = None, card: str = "", seed: int = 0
) -> Path:
    """Save a BERT of one layer with the words above and the mean of its tokens; `card` is the front of its README."""
    import torch
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import Pooling, Transformer
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
    from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

    letters = [sign + letter for letter in "abcdefghijklmnopqrstuvwxyzäöüß0123456789?" for sign in ("", "##")]
    pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *dict.fromkeys([*_WORDS.split(), *letters])]
    vocabulary = {piece: number for number, piece in enumerate(pieces)}
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.TemplateProcessing("[CLS] $A [SEP]", None, [("[CLS]", 2), ("[SEP]", 3)])
    torch.manual_seed(seed)
    bert = BertModel(
        BertConfig(
            vocab_size=len(vocabulary), hidden_size=dimensions, num_hidden_layers=1, num_attention_heads=2,
            intermediate_size=2 * dimensions, max_position_embeddings=64,
        )
    )  # fmt: skip
    network = folder.with_name(f"{folder.name}-network")
    bert.save_pretrained(network)
    marks = {"pad_token": "[PAD]", "unk_token": "[UNK]", "cls_token": "[CLS]", "sep_token": "[SEP]"}
    PreTrainedTokenizerFast(tokenizer_object=tokenizer, model_max_length=64, **marks).save_pretrained(network)
    transformer = Transformer(str(network), max_seq_length=64)
    SentenceTransformer(
        modules=[transformer, Pooling(dimensions)], prompts=dict(prompts or {}), device="cpu"
    ).save_pretrained(str(folder), create_model_card=False)
    (folder / "README.md").write_text(f"---\n{card}\n---\nA model for tests.\n", encoding="utf-8")
    return folder
