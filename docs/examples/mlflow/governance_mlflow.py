"""An MLflow plugin that records changes of model versions as audit events."""
from __future__ import annotations

import json
import os
from typing import Any, Dict, Mapping, Optional

from governance_audit import GovernanceClient

PREFIX = "governance+"


def open_store(store_uri: str, tracking_uri: Optional[str] = None) -> "AuditedStore":
    """Opens the registry of `governance+<URI>`. MLflow calls this function by its entry point."""
    from mlflow.tracking._model_registry.utils import _get_store

    client = GovernanceClient(os.environ["GOVERNANCE_URL"], os.environ["GOVERNANCE_API_KEY"])
    store = _get_store(store_uri[len(PREFIX):], tracking_uri)
    return AuditedStore(store, client, json.loads(os.environ["GOVERNANCE_MODEL_IDS"]))


class AuditedStore:
    """A model registry store that records changes after they succeed. If a change cannot be recorded, the call raises.

    :param model_ids: the registered model of each MLflow model. `*` maps all other MLflow models
    """

    def __init__(self, store: Any, client: GovernanceClient, model_ids: Mapping[str, str]) -> None:
        self._store, self._client, self._model_ids = store, client, model_ids

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def create_model_version(self, name: str, *args: Any, **kwargs: Any) -> Any:
        created = self._store.create_model_version(name, *args, **kwargs)
        self._record(name, "TRAINING_COMPLETED", "MODEL_VERSION_CREATED", created.version, runId=created.run_id)
        return created

    def copy_model_version(self, src_mv: Any, dst_name: str) -> Any:
        created = self._store.copy_model_version(src_mv, dst_name)
        source = f"{src_mv.name}/{src_mv.version}"
        self._record(dst_name, "TRAINING_COMPLETED", "MODEL_VERSION_CREATED", created.version, copiedFrom=source)
        return created

    def delete_model_version(self, name: str, version: str) -> None:
        self._store.delete_model_version(name, version)
        self._record(name, "CONFIG_CHANGE", "MODEL_VERSION_DELETED", version)

    def delete_registered_model(self, name: str) -> None:
        self._store.delete_registered_model(name)
        self._record(name, "CONFIG_CHANGE", "REGISTERED_MODEL_DELETED", None)

    def transition_model_version_stage(
        self, name: str, version: str, stage: str, archive_existing_versions: bool
    ) -> Any:
        changed = self._store.transition_model_version_stage(name, version, stage, archive_existing_versions)
        event_type = "DEPLOYMENT" if stage.lower() in ("staging", "production") else "CONFIG_CHANGE"
        archived = archive_existing_versions or None
        self._record(
            name, event_type, "MODEL_VERSION_STAGE_CHANGED", version, stage=stage, archivedExistingVersions=archived
        )
        return changed

    def set_registered_model_alias(self, name: str, alias: str, version: str) -> None:
        self._store.set_registered_model_alias(name, alias, version)
        self._record(name, "DEPLOYMENT", "MODEL_VERSION_ALIAS_CREATED", version, alias=alias)

    def delete_registered_model_alias(self, name: str, alias: str) -> None:
        self._store.delete_registered_model_alias(name, alias)
        self._record(name, "CONFIG_CHANGE", "MODEL_VERSION_ALIAS_DELETED", None, alias=alias)

    def _record(self, name: str, event_type: Any, kind: str, version: Any, **details: Any) -> None:
        model_id = self._model_ids.get(name, self._model_ids.get("*"))
        if model_id is None:
            return
        payload: Dict[str, Any] = {"kind": kind, "registeredModel": name, **details}
        if version is not None:
            payload["modelVersion"] = str(version)
        self._client.audit.append({
            "modelId": model_id,
            "eventType": event_type,
            "payload": {key: value for key, value in payload.items() if value is not None},
            "tags": ["mlflow"],
        })
