"""The main job: home pages of a few sites in, a folder with a taxonomy, its instances and a knowledge graph out."""
