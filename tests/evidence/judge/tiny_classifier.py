"""Classifiers made in a test: a bag of a few words, and logits that say what they answer to which of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "sales", "rose", "fell", "in", "may", "june", "the", "."]
_NOBODY = len(WORDS)  # a dimension that no word has


def write_classifier(
    folder: Path,
    labels: Sequence[str],
    always: Mapping[str, float] | None = None,
    words: Mapping[str, tuple[str, float]] | None = None,
    longest: int = 64,
) -> Path:
    """Save a classifier with these labels: `always` are logits of labels, `words` adds to one label where a word is.

    It looks at sentence and passage as one bag of words: attention is the mean of all, every word has a dimension of
    its own, and nothing else happens.
    """
    import torch
    from transformers import BertConfig, BertForSequenceClassification, BertTokenizer

    folder.mkdir(parents=True)
    (folder / "vocab.txt").write_text("\n".join(WORDS))
    BertTokenizer(str(folder / "vocab.txt"), model_max_length=longest).save_pretrained(folder)
    size = len(WORDS) + 1
    config = BertConfig(
        vocab_size=len(WORDS),
        hidden_size=size,
        num_hidden_layers=1,
        num_attention_heads=1,
        intermediate_size=size,
        max_position_embeddings=longest,
        id2label=dict(enumerate(labels)),
        label2id={label: number for number, label in enumerate(labels)},
    )
    model = BertForSequenceClassification(config)
    layer = model.bert.encoder.layer[0]
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.zero_()
        for norm in (model.bert.embeddings.LayerNorm, layer.attention.output.LayerNorm, layer.output.LayerNorm):
            norm.weight.fill_(1.0)
        model.bert.embeddings.word_embeddings.weight.copy_(torch.eye(size)[: len(WORDS)])
        for same in (layer.attention.self.value, layer.attention.output.dense, model.bert.pooler.dense):
            same.weight.copy_(torch.eye(size))
        for label, logit in (always or {}).items():
            model.classifier.bias[labels.index(label)] += logit
        for word, (label, logit) in (words or {}).items():
            model.classifier.weight[labels.index(label), WORDS.index(word)] += 20 * logit
            model.classifier.weight[labels.index(label), _NOBODY] -= 20 * logit
    model.save_pretrained(folder)
    return folder
